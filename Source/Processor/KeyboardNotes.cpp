#include "Source/Processor/KeyboardNotes.h"

namespace melstrom
{

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
        if (note.isOn)
            keyboard_.noteOn (note.channel + 1, note.key, note.velocity);
        else
            keyboard_.noteOff (note.channel + 1, note.key, note.velocity);
    }
    if (forgets)
        keyboard_.allNotesOff (0); // of all channels
}

void KeyboardNotes::handleNoteOn (juce::MidiKeyboardState*, int channel, int key, float velocity)
{
    play (
        {static_cast<std::uint8_t> (channel - 1), static_cast<std::uint8_t> (key), true, velocity});
}

void KeyboardNotes::handleNoteOff (juce::MidiKeyboardState*, int channel, int key, float velocity)
{
    play ({static_cast<std::uint8_t> (channel - 1), static_cast<std::uint8_t> (key), false,
           velocity});
}

void KeyboardNotes::play (const Note& note)
{
    if (! isShowing_ && ! played_.tryPush (note))
        isLost_.store (true, std::memory_order_relaxed);
}

} // namespace melstrom
