// The pitch wheel and the modulation wheel on the screen.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Processor/KeyboardNotes.h"

namespace melstrom
{

/** Sends MIDI and follows MIDI. The pitch wheel springs back when released. Thread: message. */
class PlayWheel final : public juce::Slider, public ShownControl
{
public:
    enum class Kind
    {
        pitch,
        modulation
    };
    /** keys: outlives this object */
    PlayWheel (KeyboardNotes& keys, Kind kind);
    ~PlayWheel () override;

    Kind kind () const noexcept { return kind_; }
    void refresh (const ShownPatch& shown) override;
    void paint (juce::Graphics& graphics) override;
    void mouseUp (const juce::MouseEvent& event) override;

private:
    /** called after a change by the user */
    void valueChanged () override;
    void springBack ();
    KeyboardNotes& keys_;
    const Kind kind_;
};

} // namespace melstrom
