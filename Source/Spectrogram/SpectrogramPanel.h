// The spectrogram with its controls, for both editors.
#pragma once

#include "Source/Export/ExportButton.h"
#include "Source/Processor/SpectrogramSource.h"
#include "Source/State/FrontEnd.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>

namespace melstrom
{

/** Spectrogram of the output, the input, or both one above the other, with axes of frequency and
    time. A gear button shows the controls: front end and its editable settings, files of front
    ends, source, mix, axis, range in dB, colour map, time span, freeze, peak hold, export. A
    dropped TOML file becomes the front end. A cursor reads Hz, note, band, dB and time.
    Up to about 60 updates a second, at the screen's refresh. Each update draws only new columns
    into an image. Everything works by keyboard; see docs/plugin.md. Thread: message. */
class SpectrogramPanel final : public juce::Component, public juce::FileDragAndDropTarget
{
public:
    explicit SpectrogramPanel (SpectrogramSource& source);
    ~SpectrogramPanel () override;

    bool isFrozen () const noexcept;
    void setFrozen (bool isFrozen);
    /** Reads and draws new rows. Called by the timer, and by tests. */
    void update ();

    /** Shows a button that folds the panel. Folding sets the view's isFolded, stops watching the
        taps and calls `onFold` for a new layout. A folded panel needs the height kFoldedHeight. */
    void allowFolding (std::function<void ()> onFold);
    bool isFolded () const;
    static constexpr int kFoldedHeight = 32;
    void showControls (bool areShown);
    /** Sets the text over the output's plot while no sound is visible. */
    void setHint (const juce::String& hint);

    /** Sets the user's front end. If the file is refused, the front end stays and `message` has the
        reason. */
    void loadFrontEnd (const juce::File& file);
    /** Writes the shown front end as TOML, to a file beside `file`, and renames it. Fails: as
        exportText. */
    Result<void> saveFrontEnd (const juce::File& file) const;
    juce::String message () const; ///< last refusal, or an export; empty: none

    /** Called by the button that opens all settings of the front end, in the editor. */
    std::function<void ()> onAllSettings;
    std::function<void ()> onFrontEnd; ///< another one is shown, for any reason
    const MelPreset& frontEnd () const noexcept;
    /** Shows the user's front end and stores it in the state. Fails: as ViewModel::takeOwn; the
        caller shows the message. */
    Result<void> takeFrontEnd (const FrontEndText& own);

    /** Writes whole files beside `file` and renames them; waits, unlike the controls, which save
        on a thread. Exports the frozen sound, or the present one if not frozen. Fails: as the functions of TapExport.h and PictureCopy.h.
        wav: 32-bit float, the channels as heard. npy: bit-identical to `melstrom --batch THE.wav`
        with the shown front end. csv: the same numbers as text. png: as `melstrom --picture`.
        picture: `picture`. copyPicture: no file, but the clipboard. */
    Result<void> exportTo (ExportKind kind, const juce::File& file);
    /** The shown spectrograms with their axes, one image pixel for each point. */
    juce::Image picture ();

    /** F and space toggle freeze; Escape cancels an export. */
    bool keyPressed (const juce::KeyPress& key) override;
    void resized () override;
    void paint (juce::Graphics& graphics) override;
    /** Accepts front ends: *.toml. */
    bool isInterestedInFileDrag (const juce::StringArray& paths) override;
    void filesDropped (const juce::StringArray& paths, int x, int y) override;

private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace melstrom
