#include "Source/Midi/MidiMessageEvents.h"
#include "Tests/Support/Catch.h"

#include <vector>

namespace melstrom::testing
{

namespace
{
/** What messages become, all at sample 5. */
struct Events
{
    MidiMessageEvents messages;
    std::vector<SynthEvent> events;

    void add (const juce::MidiMessage& message)
    {
        messages.add (message, 5, [this] (const SynthEvent& event) { events.push_back (event); });
    }
    bool isLast (SynthEventKind kind, int channel, int key, float value) const
    {
        const auto& last = events.back ();
        return last.sample == 5 && last.kind == kind && last.channel == channel &&
               last.key == key && last.value == value;
    }
};
} // namespace

TEST_CASE ("each channel message becomes the event that it means", "[midi]")
{
    using Kind = SynthEventKind;
    Events run;
    run.add (juce::MidiMessage (0x92, 60, 127));
    CHECK (run.isLast (Kind::noteOn, 2, 60, 1.0f));
    run.add (juce::MidiMessage (0x92, 60, 0)); // velocity 0
    CHECK (run.isLast (Kind::noteOff, 2, 60, 0.0f));
    run.add (juce::MidiMessage (0x8f, 61, 127));
    CHECK (run.isLast (Kind::noteOff, 15, 61, 1.0f));
    run.add (juce::MidiMessage (0xa0, 62, 127));
    CHECK (run.isLast (Kind::polyPressure, 0, 62, 1.0f));
    run.add (juce::MidiMessage (0xd1, 127));
    CHECK (run.isLast (Kind::channelPressure, 1, 0, 1.0f));
    run.add (juce::MidiMessage (0xb3, 74, 127));
    CHECK (run.isLast (Kind::controller, 3, 74, 1.0f));
    CHECK (run.events.size () == 6);
    run.add (juce::MidiMessage (0xc0, 9)); // a program
    CHECK (run.events.size () == 6);
}

TEST_CASE ("the wheel reaches both ends and rests in the middle", "[midi]")
{
    Events run;
    run.add (juce::MidiMessage (0xe0, 0, 0));
    CHECK (run.events.back ().value == -1.0f);
    run.add (juce::MidiMessage (0xe0, 0, 64));
    CHECK (run.events.back ().value == 0.0f);
    run.add (juce::MidiMessage (0xe0, 127, 127));
    CHECK (run.events.back ().value == 1.0f);
}

TEST_CASE ("all notes off ends the notes of its channel alone", "[midi]")
{
    const int number = GENERATE (120, 123, 124, 127);
    Events run;
    run.add (juce::MidiMessage (0x90, 60, 100));
    run.add (juce::MidiMessage (0x90, 64, 100));
    run.add (juce::MidiMessage (0x91, 67, 100));
    run.events.clear ();
    run.add (juce::MidiMessage (0xb0, number, 0));
    REQUIRE (run.events.size () == 2);
    for (const auto& event : run.events)
        CHECK ((event.kind == SynthEventKind::noteOff && event.channel == 0));
    run.events.clear ();
    run.add (juce::MidiMessage (0xb0, number, 0)); // nothing is held any more
    CHECK (run.events.empty ());
}

TEST_CASE ("all sound off lifts pedals for an instant and leaves the feet where they are", "[midi]")
{
    Events run;
    run.add (juce::MidiMessage (0xb0, 64, 127));
    run.events.clear ();
    run.add (juce::MidiMessage (0xb0, 120, 0));
    REQUIRE (run.events.size () == 2);
    CHECK ((run.events[0].key == 64 && run.events[0].value == 0.0f));
    CHECK ((run.events[1].key == 64 && run.events[1].value == 1.0f));
    run.add (juce::MidiMessage (0xb0, 121, 0)); // all controllers back
    run.events.clear ();
    run.add (juce::MidiMessage (0xb0, 120, 0));
    CHECK (run.events.empty ());
}

TEST_CASE ("at the end every note and pedal is let go once", "[midi]")
{
    Events run;
    run.add (juce::MidiMessage (0x90, 60, 100));
    run.add (juce::MidiMessage (0x9f, 61, 100));
    run.add (juce::MidiMessage (0xb0, 66, 100));
    run.events.clear ();
    run.messages.finish (9, [&run] (const SynthEvent& event) { run.events.push_back (event); });
    REQUIRE (run.events.size () == 3);
    for (const auto& event : run.events)
        CHECK ((event.sample == 9 && event.value == 0.0f));
}

} // namespace melstrom::testing
