// Piano keys, wheels, macros and volume: visible on every page.
#pragma once

#include "Source/Editor/Bars/PlayWheel.h"
#include "Source/Editor/Widgets/ParameterKnob.h"

#include <juce_audio_utils/juce_audio_utils.h>

#include <array>
#include <memory>

namespace melstrom
{

/** Shows 2 to 7 octaves, by its width. With the focus the computer's keys a, w, s, ... play notes,
    and z and x shift their octave. Thread: message. */
class PianoKeys final : public juce::MidiKeyboardComponent
{
public:
    explicit PianoKeys (juce::MidiKeyboardState& played);
    void shiftOctave (int way);
    bool keyPressed (const juce::KeyPress& key) override;
    bool keyStateChanged (bool isKeyDown) override; ///< a release takes effect kRepeatMs later
    void resized () override;
    void drawWhiteNote (int note, juce::Graphics& graphics, juce::Rectangle<float> area,
                        bool isDown, bool isOver, juce::Colour line, juce::Colour text) override;
    void drawBlackNote (int note, juce::Graphics& graphics, juce::Rectangle<float> area,
                        bool isDown, bool isOver, juce::Colour fill) override;
    void focusGained (FocusChangeType cause) override;

private:
    void fitRange ();
    int octave_ = 4; ///< octave of the computer's key "a"; key 60 is C4
};

/** Buttons for the octave, the wheels, the keys, macros with the patch's names, and volume. Thread:
    message. */
class KeyboardBar final : public juce::Component, public ShownControl, private juce::ChangeListener
{
public:
    explicit KeyboardBar (InstrumentProcessor& processor);
    ~KeyboardBar () override;

    /** Gives the computer's keys to the piano. No effect unless the bar is on the screen. */
    void takeFocus ();

    void refresh (const ShownPatch& shown) override;
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster*) override { showNames (); }
    void showNames ();

    InstrumentProcessor& processor_;
    juce::TextButton lower_ {"Oct -"}, higher_ {"Oct +"};
    PlayWheel pitch_, modulation_;
    PianoKeys keys_;
    std::vector<std::unique_ptr<ParameterKnob>> knobs_; ///< macros, then volume
};

} // namespace melstrom
