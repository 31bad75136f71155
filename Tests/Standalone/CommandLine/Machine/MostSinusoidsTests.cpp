// Number of simultaneous sinusoids of a song, which decides whether a GPU pays.
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Realtime/Control/ChannelState.h"
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Standalone/CommandLine/Machine/OpenVoices.h"
#include "Tests/Support/Catch.h"

#include <vector>

namespace melstrom::testing
{

namespace
{
constexpr int kNumKeysPlayed = 5;

SynthEvent pedal (bool isDown)
{
    return {0, SynthEventKind::controller, 0, static_cast<std::uint8_t> (Controller::sustain),
            isDown ? 1.0f : 0.0f};
}

/** Strikes the keys one after the other. Each key is up before the next is struck. */
void addArpeggio (std::vector<SynthEvent>& events)
{
    for (std::uint8_t key = 60; key < 60 + kNumKeysPlayed; ++key)
    {
        events.push_back ({0, SynthEventKind::noteOn, 0, key, 0.8f});
        events.push_back ({0, SynthEventKind::noteOff, 0, key, 0.3f});
    }
}
} // namespace

TEST_CASE ("the notes that a pedal holds count as sounding", "[commandline][render]")
{
    Patch patch = initPatch ();
    patch[PatchKey::maxVoices] = 64;
    const auto ofNote = sinusoidsOfNote (patch);
    REQUIRE (ofNote > 0);
    std::vector<SynthEvent> events;
    CHECK (mostSinusoids (patch, events) == 0);
    addArpeggio (events);
    CHECK (mostSinusoids (patch, events) == ofNote);
    events.push_back (pedal (true));
    addArpeggio (events);
    CHECK (mostSinusoids (patch, events) == kNumKeysPlayed * ofNote);
    addArpeggio (events); // the same keys again: they replace the held notes
    CHECK (mostSinusoids (patch, events) == kNumKeysPlayed * ofNote);
    patch[PatchKey::maxVoices] = 3;
    CHECK (mostSinusoids (patch, events) == 3 * ofNote);
}

TEST_CASE ("a pedal that rises ends the notes that it held", "[commandline][render]")
{
    Patch patch = initPatch ();
    patch[PatchKey::maxVoices] = 64;
    std::vector<SynthEvent> events {pedal (true),
                                    {0, SynthEventKind::noteOn, 0, 40, 0.8f},
                                    {0, SynthEventKind::noteOff, 0, 40, 0.3f},
                                    pedal (false)};
    addArpeggio (events);
    CHECK (mostSinusoids (patch, events) == sinusoidsOfNote (patch));
}

} // namespace melstrom::testing
