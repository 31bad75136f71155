// Records that one warp computes together, and records that must stay separate.
#include "Engine/Backend/Gpu/Voices/VoiceBatchWriter.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"

#include <cstring>
#include <functional>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
/** Some segments of a note without any motion, also of the level. */
VoiceRun restingRun (int numSegments)
{
    VoiceRunOptions options;
    options.numNotes = 1; // the first note lasts for all segments
    options.numSegments = numSegments;
    options.numPartials = 30;
    options.filter = FilterType::low;
    options.highestHz = 50; // so low that no copy reaches a corner of its wander in these segments
    VoiceRun run = makeVoiceRun (options);
    for (VoiceSegment& voice : run.voices)
        for (OscillatorSegment& oscillator : voice.oscillators)
        {
            oscillator.level = {1, 1};
            oscillator.isOn = true;
        }
    run.voices.front ().firstSample = 0;
    return run;
}

struct Change
{
    const char* what;
    std::function<void (VoiceSegment&, bool jumps)> make;
};

/** jumps: already at the start of the segment; else by its end. */
void move (Ramp& ramp, bool jumps, float to)
{
    ramp = {jumps ? to : ramp.start, to};
}
void move (Spline& spline, bool jumps, float to)
{
    spline = {jumps ? to : spline.start, to};
}
void move (TurnRamp& ramp, bool jumps)
{
    ramp.endRate += ramp.endRate / 7;
    ramp.startRate = jumps ? ramp.endRate : ramp.startRate;
}

const Change kChanges[] = {
    {"base", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].base, j); }},
    {"detune", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].detune, j); }},
    {"wander", [] (VoiceSegment& v, bool) { v.oscillators[0].detune.turns += 3ull << 31; }},
    {"bandwidth", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].bandwidth, j); }},
    {"stretch", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].stretch, j); }},
    {"second base", [] (VoiceSegment& v, bool j) { move (v.oscillators[1].base, j); }},
    {"tilt", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].tilt, j, -0.7f); }},
    {"centre", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].centre, j, 0.2f); }},
    {"sides", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].sides, j, 0.1f); }},
    {"cutoff", [] (VoiceSegment& v, bool j) { move (v.filter.cutoff, j, 0.01f); }},
    {"resonance", [] (VoiceSegment& v, bool j) { move (v.filter.resonance, j, 9); }},
    {"level", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].level, j, 0.1f); }},
    {"pan", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].pan, j, 0.9f); }},
    {"spread", [] (VoiceSegment& v, bool j) { move (v.oscillators[0].spread, j, 0.9f); }},
    {"filter", [] (VoiceSegment& v, bool) { v.filter.type = FilterType::high; }},
    {"slope", [] (VoiceSegment& v, bool) { v.filter.slope = FilterSlope::db24; }},
    {"note", [] (VoiceSegment& v, bool) { v.noteSeed += 1; }},
    {"phase", [] (VoiceSegment& v, bool) { v.oscillators[0].base.turns += 1u << 30; }},
    {"off", [] (VoiceSegment& v, bool) { v.oscillators[0].isOn = false; }},
};

/** The records that a writer makes. */
struct WrittenBatch
{
    WrittenBatch (const VoiceRun& run, int numSegments)
        : writer (numSegments, static_cast<int> (run.voices.size ())), bytes (writer.maxBytes ())
    {
        REQUIRE (writer.write (run.voices, 0, numSegments, 7, bytes.data ()));
        std::memcpy (&counts, bytes.data (), sizeof counts);
        CHECK (counts.numBytes <= static_cast<std::int64_t> (bytes.size ()));
        CHECK (counts.numBytes % 16 == 0);
        CHECK (counts.number == 7);
    }
    std::vector<int> groupSizes (std::size_t oscillator) const
    {
        std::vector<int> sizes;
        for (int i = 0; i < counts.numGroups[oscillator]; ++i)
        {
            VoiceGroup group;
            const auto at = static_cast<std::size_t> (counts.groupsAt[oscillator]) +
                            static_cast<std::size_t> (i) * sizeof group;
            std::memcpy (&group, bytes.data () + at, sizeof group);
            sizes.push_back (group.numRecords);
        }
        return sizes;
    }
    VoiceBatchWriter writer;
    std::vector<std::byte> bytes;
    VoiceCounts counts;
};
using Sizes = std::vector<int>;
} // namespace

TEST_CASE ("CUDA: whatever changes from one segment to the next is heard", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    for (const Change& change : kChanges)
        for (const bool jumps : {true, false})
        {
            INFO (change.what << ", jumps " << jumps);
            VoiceRun run = restingRun (5);
            const VoiceRun before = run;
            for (std::size_t segment = 2; segment < 5; ++segment)
                change.make (run.voices[segment], jumps || segment > 2);
            VoiceRenderer& renderer = emulated.with (run);
            const StereoSound sound = renderWhole (renderer, run);
            CHECK (residualDb (run, sound) < kMostResidualDb);
            CHECK (renderCut (renderer, run, {0, 1, 2, 3, 4, 5}) == sound);
            CHECK (renderWhole (renderer, before) != sound);
        }
}

TEST_CASE ("CUDA: four segments of a voice at rest are one group, moving ones are alone",
           "[cuda][voices]")
{
    VoiceRun run = restingRun (11);
    CHECK (WrittenBatch (run, 11).groupSizes (0) == Sizes {4, 4, 3});
    CHECK (WrittenBatch (run, 11).groupSizes (1) == Sizes {4, 4, 3});
    run.voices[5].oscillators[0].tilt.end += 0.1f;
    CHECK (WrittenBatch (run, 11).groupSizes (0) == Sizes {4, 1, 1, 4, 1});
    CHECK (WrittenBatch (run, 11).groupSizes (1) == Sizes {4, 4, 3});
    run.voices[5].oscillators[0].isOn = false;
    CHECK (WrittenBatch (run, 11).groupSizes (0) == Sizes {4, 1, 4, 1});
    for (VoiceSegment& voice : run.voices)
        voice.oscillators[1].level = {0, 0};
    CHECK (WrittenBatch (run, 11).groupSizes (1).empty ());
}

TEST_CASE ("CUDA: a segment in which copies turn to another line of their wander is alone",
           "[cuda][voices][unison]")
{
    VoiceRun run = restingRun (11);
    const auto rate = static_cast<std::uint64_t> (run.voices[0].oscillators[0].detune.startRate);
    const std::uint64_t halfway = (std::uint64_t {1} << 31) - rate * 11 * 16; // of segment 5
    for (std::size_t i = 0; i < run.voices.size (); ++i)
        run.voices[i].oscillators[0].detune.turns = halfway + rate * 32 * i;
    CHECK (WrittenBatch (run, 11).groupSizes (0) == Sizes {4, 1, 1, 4, 1});
    EmulatedRenderer emulated (kSmallCapacity);
    CHECK (residualDb (run, renderWhole (emulated.with (run), run)) < kMostResidualDb);
}

TEST_CASE ("CUDA: voices keep their groups when others come and go", "[cuda][voices]")
{
    const VoiceSegment voice = restingRun (1).voices.front ();
    VoiceRun run;
    const auto add = [&] (int segment, std::uint32_t note)
    {
        run.voices.push_back (voice);
        run.voices.back ().segment = segment;
        run.voices.back ().noteSeed = note;
    };
    for (const std::uint32_t note : {1u, 2u, 3u})
        add (0, note);
    for (const std::uint32_t note : {2u, 3u, 4u}) // note 1 ends, note 4 begins
        add (1, note);
    for (const std::uint32_t note : {4u}) // the others end
        add (2, note);
    CHECK (WrittenBatch (run, 3).groupSizes (0) == Sizes {1, 2, 2, 2});
}
