// The spectrogram with all its controls: a part of both editors.
#pragma once

#include "Source/Processor/SpectrogramSource.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>

namespace melstrom
{

/** Spectrogram of the output, the input, or both one above the other, with axis of frequency and
    time. Its controls stand behind a gear: front end and what of it can be edited, files of front ends,
    source, mix, axis, range in dB, colour map, time span, freeze, peak hold, export. A TOML file that is
    dropped on it becomes its front end. A cursor reads Hz, note, band, dB and time. Sixty frames a second
    where the screen's timer gives them: only new columns are drawn, into an image, and the image is
    shown. All by keyboard; see docs/plugin.md. Thread: message. */
class SpectrogramPanel final : public juce::Component, public juce::FileDragAndDropTarget
{
public:
    explicit SpectrogramPanel (SpectrogramSource& source);
    ~SpectrogramPanel () override;

    bool isFrozen () const noexcept;
    void setFrozen (bool isFrozen);
    /** Reads the rows that have come and draws them: called by its own timer, and by tests. */
    void update ();

    /** From now on a button folds it away: the view says so, its taps are not watched, and `onFold` is called to
        lay out anew. Folded it wants kFoldedHeight. */
    void allowFolding (std::function<void ()> onFold);
    bool isFolded () const;
    static constexpr int kFoldedHeight = 32;
    void showControls (bool areShown);
    /** What to do, over the picture of the output while nothing is heard. */
    void setHint (const juce::String& hint);

    /** The user's front end from now on; what is refused changes nothing, and `message` says why. */
    void loadFrontEnd (const juce::File& file);
    /** That is shown, as TOML, written beside and renamed. Fails as writing does. */
    Result<void> saveFrontEnd (const juce::File& file) const;
    juce::String message () const; ///< why something was refused; empty: nothing was

    /** Whole files, written beside and renamed. Of what is frozen, or shown at this moment if
        nothing is. Fails as writing does.
        wav: 32-bit float, the channels as heard. npy: what `melstrom --batch THE.wav` gives with
        the chosen front end, bit for bit. png: as `melstrom --picture`. */
    enum class ExportKind
    {
        png,
        wav,
        npy
    };
    Result<void> exportTo (ExportKind kind, const juce::File& file);

    bool keyPressed (const juce::KeyPress& key) override; ///< F and space freeze
    void resized () override;
    void paint (juce::Graphics& graphics) override;
    /** Front ends: *.toml. */
    bool isInterestedInFileDrag (const juce::StringArray& paths) override;
    void filesDropped (const juce::StringArray& paths, int x, int y) override;

private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace melstrom
