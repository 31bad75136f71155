// Voices through the CUDA renderer: on an emulated device, and on a GPU if there is one.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/DeviceRenderer.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"

#include <algorithm>
#include <random>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
constexpr double kMostDeviceResidualDb = -110;

constexpr VoiceMotion kMotions[] = {VoiceMotion::rests, VoiceMotion::gains, VoiceMotion::bends,
                                    VoiceMotion::sweeps, VoiceMotion::mixed};
constexpr FilterType kFilters[] = {FilterType::off, FilterType::low, FilterType::band,
                                   FilterType::high, FilterType::notch};

/** 0, ..., numSegments, in pieces of 1 .. 5. */
std::vector<int> randomCuts (int numSegments, unsigned seed)
{
    std::mt19937 random (seed);
    std::vector<int> cuts {0};
    while (cuts.back () < numSegments)
        cuts.push_back (
            std::min (numSegments, cuts.back () + 1 + static_cast<int> (random () % 5)));
    return cuts;
}

/** Compares every kind of motion and filter with the reference, cut and whole. */
void checkRenderer (VoiceRenderer& renderer, double mostResidualDb)
{
    for (const VoiceMotion motion : kMotions)
        for (const FilterType filter : kFilters)
        {
            VoiceRunOptions options {motion, filter};
            options.slope = motion == VoiceMotion::gains ? FilterSlope::db24 : FilterSlope::db12;
            options.seed = static_cast<unsigned> (motion) * 8 + static_cast<unsigned> (filter);
            const VoiceRun run = makeVoiceRun (options);
            INFO ("motion " << static_cast<int> (motion) << ", filter "
                            << static_cast<int> (filter));
            REQUIRE (renderer.setTables (run.tables));
            const StereoSound whole = renderWhole (renderer, run);
            CHECK (residualDb (run, whole) < mostResidualDb);
            CHECK (renderCut (renderer, run, randomCuts (run.numSegments, options.seed)) == whole);
        }
}

/** Chunks above Nyquist, several chunks, negative frequencies, one copy. */
void checkSizes (VoiceRenderer& renderer, double mostResidualDb)
{
    for (const int numPartials : {1, 31, 32, 33, 1024, 1025, 2100})
        for (const bool isWide : {false, true})
        {
            VoiceRunOptions options;
            options.motion = VoiceMotion::mixed;
            options.numPartials = numPartials;
            options.numSegments = 6;
            options.numNotes = 3;
            options.isWide = isWide;
            options.numCopies = numPartials > 500 ? 2 : 16;
            options.lowestHz = 100;
            options.highestHz = 5000;
            options.seed = static_cast<unsigned> (numPartials);
            const VoiceRun run = makeVoiceRun (options);
            INFO (numPartials << " partials, wide " << isWide);
            REQUIRE (renderer.setTables (run.tables));
            CHECK (residualDb (run, renderWhole (renderer, run)) < mostResidualDb);
        }
}

} // namespace

TEST_CASE ("CUDA voices agree with the reference, however batches are cut", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    checkRenderer (*emulated.renderer, kMostResidualDb);
    CHECK (emulated.renderer->name () == "cuda:0");
}

TEST_CASE ("CUDA voices with few and many partials agree with the reference", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    checkSizes (*emulated.renderer, kMostResidualDb);
}

TEST_CASE ("CUDA voices leave out what the reference leaves out", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    for (const VoiceMotion motion : kMotions)
        for (const FilterType filter : {FilterType::off, FilterType::low})
        {
            VoiceRunOptions options {motion, filter};
            options.leavesOut = true;
            options.numPartials = 300;
            options.seed = static_cast<unsigned> (motion) * 2 + static_cast<unsigned> (filter);
            const VoiceRun run = makeVoiceRun (options);
            VoiceRun full = run;
            for (VoiceSegment& voice : full.voices)
                for (auto& oscillator : voice.oscillators)
                    oscillator.floor = {};
            INFO ("motion " << static_cast<int> (motion) << ", filter "
                            << static_cast<int> (filter));
            VoiceRenderer& renderer = emulated.with (run);
            const StereoSound whole = renderWhole (renderer, run);
            CHECK (residualDb (run, whole) < kMostDeviceResidualDb);
            CHECK (residualDb (full, whole) > kMostDeviceResidualDb); // some partials were left out
            CHECK (renderCut (renderer, run, randomCuts (run.numSegments, options.seed)) == whole);
        }
}

TEST_CASE ("CUDA: a batch is the sum of its voices, one after the other", "[cuda][voices]")
{
    VoiceRunOptions options;
    options.motion = VoiceMotion::mixed;
    options.numNotes = 7;
    options.numPartials = 20;
    const VoiceRun run = makeVoiceRun (options);
    EmulatedRenderer emulated (kSmallCapacity);
    VoiceRenderer& renderer = emulated.with (run);
    const StereoSound whole = renderWhole (renderer, run);

    // In the order of their first segments, so the oldest is first.
    std::vector<std::uint32_t> notes;
    for (const VoiceSegment& voice : run.voices)
        if (std::ranges::find (notes, voice.noteSeed) == notes.end ())
            notes.push_back (voice.noteSeed);
    REQUIRE (notes.size () == 7);
    // If an earlier note joins a segment later, the order is that of the batch.
    for (int segment = 0; segment < run.numSegments; ++segment)
    {
        const auto voices = run.part (segment, segment + 1);
        std::vector<float> left (kControlSamples, 0.0f), right (left);
        for (const VoiceSegment& voice : voices)
        {
            std::vector<float> ofVoice (kControlSamples), ofVoiceRight (kControlSamples);
            REQUIRE (renderer.render ({std::span (&voice, 1), 1}, ofVoice.data (),
                                      ofVoiceRight.data ()));
            for (std::size_t n = 0; n < left.size (); ++n)
            {
                left[n] += ofVoice[n];
                right[n] += ofVoiceRight[n];
            }
        }
        const auto from = static_cast<std::ptrdiff_t> (segment) * kControlSamples;
        CHECK (std::ranges::equal (
            left,
            std::span (whole.left).subspan (static_cast<std::size_t> (from), kControlSamples)));
        CHECK (std::ranges::equal (
            right,
            std::span (whole.right).subspan (static_cast<std::size_t> (from), kControlSamples)));
    }
}

TEST_CASE ("CUDA: more voices than are mixed at a time", "[cuda][voices]")
{
    VoiceRunOptions options;
    options.numNotes = 150;
    options.numSegments = 5;
    options.numPartials = 6;
    const VoiceRun run = makeVoiceRun (options);
    EmulatedRenderer emulated ({150, 5, 48000});
    VoiceRenderer& renderer = emulated.with (run);
    const StereoSound whole = renderWhole (renderer, run);
    CHECK (residualDb (run, whole) < kMostResidualDb);
    CHECK (renderCut (renderer, run, {0, 1, 2, 3, 4, 5}) == whole);
}

TEST_CASE ("CUDA: voices on the GPU agree with the reference, however batches are cut",
           "[cuda][gpu][voices]")
{
    const auto renderer = deviceRenderer (kSmallCapacity);
    if (renderer == nullptr)
        return;
    checkRenderer (*renderer, kMostDeviceResidualDb);
    checkSizes (*renderer, kMostDeviceResidualDb);
}
