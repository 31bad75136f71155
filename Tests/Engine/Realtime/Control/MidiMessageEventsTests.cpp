#include "Engine/Realtime/Control/MidiMessageEvents.h"
#include "Tests/Support/Catch.h"

#include <juce_audio_basics/juce_audio_basics.h>

#include <initializer_list>
#include <vector>

namespace melstrom::testing
{

namespace
{
/** The events of messages, all at sample 5. */
struct Events
{
    MidiMessageEvents messages;
    std::vector<SynthEvent> events;

    void add (std::initializer_list<std::uint8_t> message)
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
    run.add ({0x92, 60, 127});
    CHECK (run.isLast (Kind::noteOn, 2, 60, 1.0f));
    run.add ({0x92, 60, 0}); // velocity 0
    CHECK (run.isLast (Kind::noteOff, 2, 60, 0.0f));
    run.add ({0x8f, 61, 127});
    CHECK (run.isLast (Kind::noteOff, 15, 61, 1.0f));
    run.add ({0xa0, 62, 127});
    CHECK (run.isLast (Kind::polyPressure, 0, 62, 1.0f));
    run.add ({0xd1, 127});
    CHECK (run.isLast (Kind::channelPressure, 1, 0, 1.0f));
    run.add ({0xb3, 74, 127});
    CHECK (run.isLast (Kind::controller, 3, 74, 1.0f));
    CHECK (run.events.size () == 6);
    run.add ({0xc0, 9}); // a program
    CHECK (run.events.size () == 6);
}

TEST_CASE ("the wheel reaches both ends and rests in the middle", "[midi]")
{
    Events run;
    run.add ({0xe0, 0, 0});
    CHECK (run.events.back ().value == -1.0f);
    run.add ({0xe0, 0, 64});
    CHECK (run.events.back ().value == 0.0f);
    run.add ({0xe0, 127, 127});
    CHECK (run.events.back ().value == 1.0f);
}

TEST_CASE ("the end of a song releases no note that all notes off has ended", "[midi]")
{
    const std::uint8_t number = GENERATE (as<std::uint8_t> {}, 120, 123, 124, 127);
    Events run;
    run.add ({0x90, 60, 100});
    run.add ({0x90, 64, 100});
    run.add ({0x91, 67, 100});
    run.events.clear ();
    run.add ({0xb0, number, 0});
    REQUIRE (run.events.size () == 1);
    CHECK (run.isLast (SynthEventKind::controller, 0, number, 0));
    run.events.clear ();
    run.messages.finish (5, [&run] (const SynthEvent& event) { run.events.push_back (event); });
    REQUIRE (run.events.size () == 1);
    CHECK (run.isLast (SynthEventKind::noteOff, 1, 67, 0));
}

TEST_CASE ("at the end every note and pedal is let go once", "[midi]")
{
    Events run;
    run.add ({0x90, 60, 100});
    run.add ({0x9f, 61, 100});
    run.add ({0xb0, 66, 100});
    run.add ({0xb1, 64, 20}); // a half pedal
    run.events.clear ();
    run.messages.finish (9, [&run] (const SynthEvent& event) { run.events.push_back (event); });
    REQUIRE (run.events.size () == 4);
    for (const auto& event : run.events)
        CHECK ((event.sample == 9 && event.value == 0.0f));
}

namespace
{
/** The event of a message by JUCE's decoder. */
std::optional<SynthEvent> juceEvent (const juce::MidiMessage& message)
{
    using Kind = SynthEventKind;
    const auto event = [&message] (Kind kind, int key, float value)
    {
        return SynthEvent {5, kind, static_cast<std::uint8_t> (message.getChannel () - 1),
                           static_cast<std::uint8_t> (key), value};
    };
    const auto part = [] (int value) { return static_cast<float> (value) / 127; };
    if (message.isNoteOnOrOff ())
        return event (message.isNoteOn () ? Kind::noteOn : Kind::noteOff, message.getNoteNumber (),
                      message.getFloatVelocity ());
    if (message.isAftertouch ())
        return event (Kind::polyPressure, message.getNoteNumber (),
                      part (message.getAfterTouchValue ()));
    if (message.isChannelPressure ())
        return event (Kind::channelPressure, 0, part (message.getChannelPressureValue ()));
    if (message.isController ())
        return event (Kind::controller, message.getControllerNumber (),
                      part (message.getControllerValue ()));
    if (! message.isPitchWheel ())
        return std::nullopt;
    const auto steps = static_cast<float> (message.getPitchWheelValue () - 8192);
    return event (Kind::bend, 0, steps / (steps < 0 ? 8192 : 8191));
}
} // namespace

TEST_CASE ("every channel message means what JUCE says, bit for bit", "[midi]")
{
    int numWrong = 0, numEvents = 0;
    for (int bits = 0x80 << 14; bits < 0xf0 << 14; ++bits)
    {
        const auto byte = [bits] (int shift)
        { return static_cast<std::uint8_t> (bits >> shift & 0x7f); };
        const std::array message {static_cast<std::uint8_t> (bits >> 14), byte (7), byte (0)};
        const auto wanted = juceEvent ({message[0], message[1], message[2]});
        std::optional<SynthEvent> event;
        MidiMessageEvents messages;
        messages.add (message, 5, [&event] (const SynthEvent& given) { event = given; });
        numEvents += wanted ? 1 : 0;
        if (event.has_value () != wanted.has_value () ||
            (event && (event->sample != wanted->sample || event->kind != wanted->kind ||
                       event->channel != wanted->channel || event->key != wanted->key ||
                       event->value != wanted->value)))
            ++numWrong;
    }
    CHECK (numWrong == 0);
    CHECK (numEvents == 16 * 6 * 128 * 128); // all but program changes
}

TEST_CASE ("a message that is cut, damaged or none of a channel's has no events", "[midi]")
{
    Events run;
    run.add ({});
    run.add ({0x90});
    run.add ({0x90, 60});
    run.add ({0xd0});
    run.add ({60, 100, 0});      // data without a status
    run.add ({0x90, 0x80, 100}); // a status byte in place of data
    run.add ({0x90, 60, 0xff});
    run.add ({0xd0, 0x80});
    run.add ({0xf0, 60, 100, 0xf7});
    run.add ({0xff, 0x51, 3});
    CHECK (run.events.empty ());
    run.add ({0xd0, 127, 0xff}); // bytes behind a whole message are ignored
    CHECK (run.events.size () == 1);
}

} // namespace melstrom::testing
