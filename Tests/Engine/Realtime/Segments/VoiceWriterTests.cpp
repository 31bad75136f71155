#include "Engine/Realtime/Control/NoteTime.h"
#include "Engine/Realtime/Segments/VoiceWriter.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/WrittenBits.h"
#include "Tests/Support/Voices/WrittenRun.h"

#include <cmath>
#include <memory>
#include <vector>

namespace melstrom::testing
{
namespace
{

__extension__ using WideInteger = __int128;

/** A note with vibrato, a filter sweep and noise in grains. */
void makeLively (VoiceScene& scene)
{
    scene.patch[PatchKey::ampAttack] = 0.01f;
    scene.patch[PatchKey::osc1Detune] = 13;
    scene.patch[PatchKey::osc1Bandwidth] = 37;
    scene.patch[PatchKey::osc1Stretch] = 0.01f;
    scene.patch[PatchKey::noiseLevel] = 0.5f;
    scene.patch[PatchKey::noiseGrainDepth] = 0.5f;
    scene.patch[PatchKey::filterType] = static_cast<float> (FilterType::low);
    scene.patch[PatchKey::lfo1Rate] = 5.3f;
    scene.route (0, ModulationSource::lfo1, PatchKey::osc1Cents, 0.4f);
    scene.route (1, ModulationSource::lfo1, PatchKey::filterCutoff, 0.2f);
    scene.route (2, ModulationSource::lfo1, PatchKey::noiseGrainRate, 0.3f);
}

double valueOf (const Ramp& ramp, int sample)
{
    return static_cast<double> (ramp.start) +
           (static_cast<double> (ramp.end) - static_cast<double> (ramp.start)) * sample / 32;
}

double valueOf (const Spline& spline, int sample)
{
    const double x = sample / 32.0;
    return static_cast<double> (spline.before) * (1 - x) * (1 - x) / 2 +
           static_cast<double> (spline.start) * (0.5 + x - x * x) +
           static_cast<double> (spline.end) * x * x / 2;
}

} // namespace

TEST_CASE ("phases after an hour are the exact sums of the rates", "[voice-writer]")
{
    VoiceScene scene;
    makeLively (scene);
    scene.context.sampleRateHz = 8000;
    const auto writer = std::make_unique<VoiceWriter> ();
    WrittenRun run (scene, *writer, 3);
    std::vector<WideInteger> sums;
    constexpr int kSegments = 8000 * 3600 / kControlSamples;
    for (int i = 0; i < kSegments; ++i)
    {
        const std::vector<TurnRamp> turns = turnsOf (run.next ());
        sums.resize (turns.size ());
        for (std::size_t j = 0; j < turns.size (); ++j)
        {
            if (turns[j].turns != static_cast<std::uint64_t> (sums[j]))
                FAIL ("integral " << j << " is off in segment " << i);
            // A line from start to end over 32 samples: 32 (start + end) / 2.
            sums[j] += 16 * (static_cast<WideInteger> (turns[j].startRate) + turns[j].endRate);
        }
    }
    const double cycles = std::ldexp (static_cast<double> (sums[0]), -kTurnBits);
    CHECK (cycles == Approx (440.0 * 3600).epsilon (0.001)); // vibrato cancels
    CHECK (sums[0] > (WideInteger {1} << 64));               // the sum exceeds 64 bits
}

TEST_CASE ("a voice that begins within a segment has phase 0 at its first sample", "[voice-writer]")
{
    const auto writer = std::make_unique<VoiceWriter> ();
    for (int offset = 0; offset < kControlSamples; ++offset)
    {
        VoiceScene scene;
        makeLively (scene);
        scene.voice.startSample = 4800 + offset;
        WrittenRun run (scene, *writer, 0);
        const WrittenSegment first = run.next (), second = run.next ();
        CAPTURE (offset);
        REQUIRE (first.partials.firstSample == offset);
        REQUIRE (first.noise.firstSample == offset);
        REQUIRE (first.noise.samplesBefore == -offset);
        REQUIRE (second.partials.firstSample == 0);
        REQUIRE (second.noise.samplesBefore == kControlSamples - offset);
        const auto before = turnsOf (first), after = turnsOf (second);
        for (std::size_t j = 0; j < before.size (); ++j)
        {
            const TurnRamp& t = before[j];
            REQUIRE (turnsAfter (t.turns, t.startRate, t.endRate, offset, kControlSamples) == 0);
            REQUIRE (after[j].turns == turnsAfter (t.turns, t.startRate, t.endRate, kControlSamples,
                                                   kControlSamples));
            REQUIRE (after[j].startRate == t.endRate);
        }
    }
}

TEST_CASE ("a level begins with its envelope and goes on without a corner", "[voice-writer]")
{
    const auto writer = std::make_unique<VoiceWriter> ();
    for (const int offset : {0, 1, 17, 31})
    {
        VoiceScene scene;
        scene.patch[PatchKey::ampDecay] = 0.01f;
        scene.patch[PatchKey::ampSustain] = 0;
        scene.patch[PatchKey::noiseLevel] = 0.5f;
        scene.voice.startSample = 64 + offset;
        WrittenRun run (scene, *writer, 0);
        const WrittenSegment first = run.next ();
        const double end = std::exp (-3 * (32 - offset) / 480.0),
                     ahead = std::exp (-3 * (48 - offset) / 480.0);
        CAPTURE (offset);
        CHECK (valueOf (first.partials.oscillators[0].level, offset) == Approx (1));
        CHECK (first.partials.oscillators[0].level.end == Approx (ahead)); // level at sample 48
        CHECK (valueOf (first.noise.level, offset) == Approx (0.5));
        CHECK (first.noise.level.end == Approx (0.5 * end));
        CHECK (scene.voice.level == Approx (end));
        const WrittenSegment second = run.next ();
        const Spline &one = first.partials.oscillators[0].level,
                     &next = second.partials.oscillators[0].level;
        CHECK (next.before == one.start);
        CHECK (next.start == one.end);
        for (int n = offset; n < 32; ++n) // linear, and falling
            CHECK (valueOf (one, n + 1) - valueOf (one, n) ==
                   Approx (static_cast<double> (one.end - one.start) / 32).margin (1e-6));
        CHECK (valueOf (one, 32) < 1);
    }
}

TEST_CASE ("a release and a controller within a segment are heard from the next control point on",
           "[voice-writer]")
{
    const auto writer = std::make_unique<VoiceWriter> ();
    VoiceScene scene;
    scene.patch[PatchKey::ampRelease] = 0.1f;
    scene.patch[PatchKey::bendRange] = 12;
    WrittenRun run (scene, *writer, 0);
    run.next ();
    const WrittenSegment before = run.next (); // 32 .. 64: the event at 40 is not known yet
    scene.voice.state = VoiceState::released;
    scene.voice.releaseSample = 40;
    scene.send (SynthEventKind::bend, 1);
    const WrittenSegment after = run.next (); // 64 .. 96
    CHECK (before.partials.oscillators[0].level.end == 1);
    CHECK (after.partials.oscillators[0].level.before == 1);
    CHECK (after.partials.oscillators[0].level.start == 1);
    CHECK (after.partials.oscillators[0].level.end == Approx (std::exp (-5 * 48 / 4800.0)));
    CHECK (after.partials.oscillators[0].base.startRate ==
           before.partials.oscillators[0].base.endRate);
    CHECK (static_cast<double> (after.partials.oscillators[0].base.endRate) ==
           Approx (2 * static_cast<double> (before.partials.oscillators[0].base.endRate)));
}

TEST_CASE ("a voice is over after the segment in which it falls silent", "[voice-writer]")
{
    const auto writer = std::make_unique<VoiceWriter> ();
    VoiceScene scene;
    WrittenRun run (scene, *writer, 319);
    CHECK_FALSE (run.next ().isOver);
    scene.voice.state = VoiceState::fading;
    scene.voice.fadeSample = 32;
    for (int i = 1; i < 8; ++i) // 240 samples of fade from 32 on
        CHECK_FALSE (run.next ().isOver);
    const WrittenSegment last = run.next (); // 256 .. 288; levels are those 16 samples later
    CHECK (last.isOver);
    const Spline& level = last.partials.oscillators[0].level;
    CHECK (level.before == Approx (1 - (240 - 32) / 240.0));
    CHECK (level.start == 0);
    CHECK (level.end == 0);
    CHECK (last.hasPartials);
    CHECK (scene.voice.level == 0);
    CHECK_FALSE (run.next ().hasPartials);
}

TEST_CASE ("what is written of a voice depends on nothing but the voice", "[voice-writer]")
{
    const auto writer = std::make_unique<VoiceWriter> (), other = std::make_unique<VoiceWriter> ();
    VoiceScene scene, neighbour;
    makeLively (scene);
    makeLively (neighbour);
    scene.voice.startSample = 45;
    neighbour.voice.sequence = 9;
    neighbour.voice.key = 33;
    std::vector<std::vector<std::uint64_t>> alone;
    WrittenRun first (scene, *writer, 7);
    for (int i = 0; i < 200; ++i)
        alone.push_back (bitsOf (first.next ()));
    WrittenRun again (scene, *other, 250), beside (neighbour, *other, 249);
    for (int i = 0; i < 200; ++i)
    {
        if (i % 3 > 0)
            beside.next ();
        REQUIRE (bitsOf (again.next ()) == alone[static_cast<std::size_t> (i)]);
    }
    WrittenRun reused (scene, *other, 249); // a writer slot that held a different voice
    for (int i = 0; i < 200; ++i)
        REQUIRE (bitsOf (reused.next ()) == alone[static_cast<std::size_t> (i)]);
}

TEST_CASE ("LFOs in tempo are asked at the beat of the segment's end", "[voice-writer]")
{
    const auto writer = std::make_unique<VoiceWriter> ();
    VoiceScene scene;
    scene.patch[PatchKey::lfo1Sync] = static_cast<float> (LfoSync::tempo);
    scene.patch[PatchKey::lfo1Shape] = static_cast<float> (LfoShape::sine);
    scene.patch[PatchKey::lfo1Beats] = 1;
    scene.route (0, ModulationSource::lfo1, PatchKey::osc1Pan, 0.25f);
    scene.context.songBeats = 0.25;
    scene.context.beatsPerSample = 0.25 / 32;
    WrittenRun run (scene, *writer, 0);
    const WrittenSegment written = run.next ();
    CHECK (written.partials.oscillators[0].pan.start == Approx (0.5));
    CHECK (written.partials.oscillators[0].pan.end == Approx (0).margin (1e-6));
}

TEST_CASE ("a note counts as loud until its attack is over", "[voice-writer]")
{
    const auto writer = std::make_unique<VoiceWriter> ();
    VoiceScene scene;
    scene.patch[PatchKey::ampAttack] = 0.01f; // 480 samples, 15 segments
    scene.patch[PatchKey::ampSustain] = 0.25f;
    scene.voice.startSample = 0;
    WrittenRun run (scene, *writer, 0);
    for (int segment = 0; segment < 14; ++segment)
    {
        run.next ();
        CHECK (scene.voice.level == 1);
    }
    for (int segment = 14; segment < 2000; ++segment)
        run.next ();
    CHECK (scene.voice.level == Approx (0.25).margin (0.01));
}

TEST_CASE ("a note counts as loud for as long as the matrix makes its attack", "[voice-writer]")
{
    for (const bool isLonger : {true, false})
    {
        INFO ("an attack that velocity makes longer: " << isLonger);
        const auto writer = std::make_unique<VoiceWriter> ();
        VoiceScene scene;
        scene.patch[PatchKey::ampAttack] = isLonger ? 0.01f : 20.0f;
        scene.patch[PatchKey::ampSustain] = 0.25f;
        scene.route (0, ModulationSource::velocity, PatchKey::ampAttack, isLonger ? 1.0f : -1.0f);
        const PatchConstants constants (scene.patch);
        scene.context.constants = &constants;
        advanceRecords (scene.voice, scene.context);
        WrittenRun run (scene, *writer, 0);
        for (int segment = 0; segment < 1500; ++segment) // a second
            run.next ();
        // Level after an attack of 20 s, or of 0 s.
        CHECK (scene.voice.level == (isLonger ? 1.0f : 0.25f));
    }
}

} // namespace melstrom::testing
