// The wheels beside the keyboard.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Processor/KeyboardNotes.h"

namespace melstrom
{

/** Goes out as MIDI does, and shows where MIDI has moved it. The pitch wheel springs back when it is let go. Thread:
    message. */
class PlayWheel final : public juce::Slider, public ShownControl
{
public:
    enum class Kind
    {
        pitch,
        modulation
    };
    /** keys: outlives this */
    PlayWheel (KeyboardNotes& keys, Kind kind);
    ~PlayWheel () override;

    Kind kind () const noexcept { return kind_; }
    void refresh (const ShownPatch& shown) override;
    void paint (juce::Graphics& graphics) override;
    void mouseUp (const juce::MouseEvent& event) override;

    /** by the user */
private:
    void valueChanged () override;
    void springBack ();
    KeyboardNotes& keys_;
    const Kind kind_;
};

} // namespace melstrom
