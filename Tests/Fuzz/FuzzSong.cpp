#include "Engine/Core/Crc32c.h"
#include "Source/State/PluginState.h"
#include "Standalone/Midi/MidiFile.h"
#include "Tests/Fuzz/FuzzTargets.h"

namespace melstrom::testing
{

namespace
{
void readState (std::span<const std::byte> bytes)
{
    const auto state = stateFromBytes (bytes);
    if (! state)
        return;
    require (state->patch.validate ().ok (), "a state was read whose patch is not valid");
    const auto again = stateFromBytes (toBytes (*state));
    require (again && *again == *state, "a state is read otherwise after it is written");
}
} // namespace

void fuzzMidi (std::string_view bytes)
{
    const auto song = parseMidi (bytes, "song.mid", 48000);
    if (! song)
        return;
    std::int64_t last = 0;
    for (const auto& event : song->events)
    {
        require (event.sample >= last, "events go back in time");
        last = event.sample;
    }
}

void fuzzState (std::string_view bytes)
{
    readState (std::as_bytes (std::span (bytes)));
    // Also as a block with a correct header, so that the fuzzer reaches the text.
    if (bytes.size () > kStateHeaderBytes)
        readState (stateBlock (bytes.substr (kStateHeaderBytes)));
}

} // namespace melstrom::testing
