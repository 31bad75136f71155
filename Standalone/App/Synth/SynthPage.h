// The instrument as a page of the app, with MIDI files.
#pragma once

#include "Standalone/App/Audio/AppAudio.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>

namespace melstrom
{

/** The instrument's own editor, made when the page is first shown; above it a row for MIDI files.
    Thread: message. */
class SynthPage final : public juce::Component
{
public:
    explicit SynthPage (AppAudio& audio); ///< audio: outlives this object
    ~SynthPage () override;

    /** Fails: the file is refused, and what plays goes on. */
    Result<void> playMidi (const juce::File& file);
    void update ();    ///< some times a second
    void takeFocus (); ///< letters then play notes

    std::function<void (const juce::String&)> onMessage;

    void visibilityChanged () override;
    void resized () override;
    void paint (juce::Graphics& graphics) override;

private:
    void openDialog ();

    AppAudio& audio_;
    juce::TextButton open_ {"Play a MIDI file..."}, stop_ {"Stop"};
    juce::Label song_;
    std::unique_ptr<juce::AudioProcessorEditor> editor_;
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom
