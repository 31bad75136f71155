#include "Source/Processor/KeyboardNotes.h"

namespace melstrom
{

namespace
{
constexpr int kScreenChannel = 1, kModulationWheel = 1, kResetControllers = 121;
constexpr int kMostOfController = 127, kBendRest = 8192; ///< a bend has 14 bits

float bendOf (int value) noexcept
{
    return static_cast<float> (value - kBendRest) / kBendRest;
}
float modulationOf (int value) noexcept
{
    return static_cast<float> (value) / kMostOfController;
}
} // namespace

KeyboardNotes::KeyboardNotes ()
{
    keyboard_.addListener (this);
}

KeyboardNotes::~KeyboardNotes ()
{
    keyboard_.removeListener (this);
}

void KeyboardNotes::update ()
{
    const juce::ScopedValueSetter<bool> showing (isShowing_, true);
    const bool forgets = forgets_.exchange (false, std::memory_order_relaxed);
    for (Note note; heard_.tryPop (note);)
    {
        if (note.key == kAllKeys)
            keyboard_.allNotesOff (note.channel + 1);
        else if (note.isOn)
            keyboard_.noteOn (note.channel + 1, note.key, note.velocity);
        else
            keyboard_.noteOff (note.channel + 1, note.key, note.velocity);
    }
    if (forgets)
        keyboard_.allNotesOff (0); // of all channels
}

void KeyboardNotes::handleNoteOn (juce::MidiKeyboardState*, int channel, int key, float velocity)
{
    if (! isShowing_)
        play (juce::MidiMessage::noteOn (channel, key, velocity));
}

void KeyboardNotes::handleNoteOff (juce::MidiKeyboardState*, int channel, int key, float velocity)
{
    if (! isShowing_)
        play (juce::MidiMessage::noteOff (channel, key, velocity));
}

void KeyboardNotes::setBend (float position)
{
    const int value =
        juce::jlimit (0, 2 * kBendRest - 1, kBendRest + juce::roundToInt (position * kBendRest));
    if (value == kBendRest + juce::roundToInt (wheels ().bend * kBendRest))
        return;
    bend_.store (bendOf (value), std::memory_order_relaxed);
    play (juce::MidiMessage::pitchWheel (kScreenChannel, value));
}

void KeyboardNotes::setModulation (float position)
{
    const int value =
        juce::jlimit (0, kMostOfController, juce::roundToInt (position * kMostOfController));
    if (value == juce::roundToInt (wheels ().modulation * kMostOfController))
        return;
    modulation_.store (modulationOf (value), std::memory_order_relaxed);
    play (juce::MidiMessage::controllerEvent (kScreenChannel, kModulationWheel, value));
}

void KeyboardNotes::showWheels (const juce::MidiMessage& message) noexcept
{
    if (message.isPitchWheel ())
        bend_.store (bendOf (message.getPitchWheelValue ()), std::memory_order_relaxed);
    else if (message.isControllerOfType (kModulationWheel))
        modulation_.store (modulationOf (message.getControllerValue ()), std::memory_order_relaxed);
    else if (message.isControllerOfType (kResetControllers))
        restWheels ();
}

void KeyboardNotes::play (const juce::MidiMessage& message)
{
    const auto* const bytes = message.getRawData ();
    if (! played_.tryPush ({bytes[0], bytes[1], bytes[2]}))
        isLost_.store (true, std::memory_order_relaxed);
}

} // namespace melstrom
