// The spectrogram with all its controls: a part of both editors.
#pragma once

#include "Source/Processor/SpectrogramSource.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <memory>

namespace melstrom
{

/** Spectrogram of the output, the input, or both one above the other, with axis of frequency and
    time; above it the controls: front end, source, mix, axis, range in dB, colour map, time span,
    freeze, peak hold, export. A cursor reads Hz, note, band, dB and time. Sixty frames a second
    where the screen's timer gives them: only new columns are drawn, into an image, and the image is
    shown. All by keyboard; see docs/plugin.md. Thread: message. */
class SpectrogramPanel final : public juce::Component
{
public:
    explicit SpectrogramPanel (SpectrogramSource& source);
    ~SpectrogramPanel () override;

    bool isFrozen () const noexcept;
    void setFrozen (bool isFrozen);
    /** Reads the rows that have come and draws them: called by its own timer, and by tests. */
    void update ();

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

private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace melstrom
