// The tempo of a MIDI file that plays reaches the instrument.
#include "Engine/Spec/Patch/PatchChoices.h"
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Standalone/App/Audio/MidiPlayer.h"
#include "Tests/Support/App/AppAudioRig.h"
#include "Tests/Support/Audio/MidiBytes.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cmath>
#include <string>
#include <vector>

namespace melstrom::testing
{
namespace
{

constexpr int kRateHz = 48000;

/** A short note, then nothing for many beats. */
std::string songAt (int microsecondsPerBeat)
{
    const auto wait = bytes ({0xa0, 0x00, 0xff, 0x2f, 0x00}); // 4096 ticks
    return midi ({tempo (0, microsecondsPerBeat) + kNote + wait});
}

/** An echo of each note after one beat. */
Patch echo ()
{
    Patch patch = initPatch ();
    patch[PatchKey::delayMix] = 0.5f;
    patch[PatchKey::delaySync] = static_cast<float> (DelaySync::tempo);
    patch[PatchKey::delayBeats] = 1;
    patch[PatchKey::delayFeedback] = 0;
    return patch;
}

/** Callbacks until `endSeconds`; the left output, appended. */
void hear (AppAudioRig& rig, double endSeconds, std::vector<float>& heard)
{
    while (static_cast<double> (heard.size ()) < endSeconds * kRateHz)
    {
        rig.play (1);
        heard.insert (heard.end (), rig.machine.outputs[0].begin (), rig.machine.outputs[0].end ());
    }
}

/** Time of the first sample from `seconds` on that is not silence; the end if there is none. */
double soundFrom (const std::vector<float>& heard, double seconds)
{
    auto n = static_cast<std::size_t> (seconds * kRateHz);
    while (n < heard.size () && std::abs (heard[n]) < 1e-3f)
        ++n;
    return static_cast<double> (n) / kRateHz;
}

} // namespace

TEST_CASE ("an echo in beats follows the tempo of the MIDI file", "[app][audio][midi]")
{
    const int beatsPerMinute = GENERATE (60, 75, 200);
    const double beatSeconds = 60.0 / beatsPerMinute, noteSeconds = beatSeconds * 96 / 480;
    INFO (beatsPerMinute);
    const TemporaryFolder folder;
    const auto path = folder.write ("a.mid", songAt (60'000'000 / beatsPerMinute));
    AppAudioRig rig;
    rig.audio.instrument ().loadPatch (echo ());
    rig.open ();
    rig.play (50);
    REQUIRE (rig.audio.playMidi (juce::File (path)));
    std::vector<float> heard;
    hear (rig, 1.5 * beatSeconds, heard);
    CHECK (soundFrom (heard, 0) < 0.02);
    const double silent = noteSeconds + 0.5 * (beatSeconds - noteSeconds);
    CHECK (soundFrom (heard, silent) == Approx (beatSeconds).margin (0.01));
}

TEST_CASE ("the place in a song follows its tempo changes, and the tempo stays after it",
           "[app][midi]")
{
    const TemporaryFolder folder;
    // one beat at 120, then 60 a minute
    const auto change = bytes ({0x83, 0x60, 0xff, 0x51, 0x03, 0x0f, 0x42, 0x40}); // 480 ticks
    const auto path = folder.write ("a.mid", midi ({change + kEnd, kNote + kEnd}));
    const CallbackGate gate;
    MidiPlayer player (gate);
    BlockMidi block;
    player.add (block, 1000);
    CHECK (player.place ().beatsPerSample == 0);
    CHECK_FALSE (player.place ().isRunning);
    REQUIRE (player.play (path, kRateHz));
    const auto placeAfter = [&] (int numSamples)
    {
        block.clear ();
        player.add (block, numSamples);
        return player.place ();
    };
    const auto begin = placeAfter (12000);
    CHECK (begin.isRunning);
    CHECK (begin.beats == 0);
    CHECK (begin.beatsPerSample == Approx (1.0 / 24000));
    CHECK (placeAfter (11000).beats == Approx (0.5));
    const auto late = placeAfter (2000);
    CHECK (late.beats == Approx (23.0 / 24));
    CHECK (late.beatsPerSample == Approx (1.0 / 24000));
    CHECK_FALSE (player.isPlaying ());
    const auto after = placeAfter (1000);
    CHECK_FALSE (after.isRunning);
    CHECK (after.beatsPerSample == Approx (1.0 / 24000));

    // the song of 30 beats has the second tempo as well
    const auto wait = bytes ({0xf0, 0x00, 0x90, 60, 100, 0x60, 0x80, 60, 64}) + kEnd;
    REQUIRE (player.play (folder.write ("b.mid", midi ({change + kEnd, wait})), kRateHz));
    placeAfter (24000);
    const auto second = placeAfter (24000);
    CHECK (second.beats == Approx (1));
    CHECK (second.beatsPerSample == Approx (1.0 / 48000));
    CHECK (placeAfter (1000).beats == Approx (1.5));
    player.stop ();
    CHECK_FALSE (placeAfter (1000).isRunning);
    CHECK (player.place ().beatsPerSample == Approx (1.0 / 48000));
    player.reset ();
    CHECK (player.place ().beatsPerSample == 0);
}

} // namespace melstrom::testing
