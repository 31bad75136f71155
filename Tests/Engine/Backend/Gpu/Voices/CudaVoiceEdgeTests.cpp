// Batches at the limits of the CUDA voice renderer, on an emulated device.
#include "Tests/Support/Gpu/EmulatedRenderer.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

TEST_CASE ("CUDA: what does not fit its memory for sums is rendered in parts, to the same bits",
           "[cuda][voices]")
{
    VoiceRunOptions options;
    options.motion = VoiceMotion::mixed;
    const VoiceRun run = makeVoiceRun (options);
    EmulatedRenderer whole (kSmallCapacity);
    const StereoSound expected = renderWhole (whole.with (run), run);
    int mostLaunches = 0;
    for (const std::size_t bytes : {1, 30'000, 50'000})
    {
        GpuVoiceOptions parts;
        parts.sumBytes = bytes;
        EmulatedRenderer emulated (kSmallCapacity, parts);
        CHECK (renderWhole (emulated.with (run), run) == expected);
        mostLaunches = std::max (mostLaunches, emulated.record->graphLaunches);
    }
    CHECK (whole.record->graphLaunches == 1);
    CHECK (mostLaunches == run.numSegments);
}

TEST_CASE ("CUDA: a note is silent before its first sample", "[cuda][voices]")
{
    VoiceRun run = makeVoiceRun ({});
    run.numSegments = 1;
    run.voices = run.part (0, 1);
    run.voices.resize (1);
    OscillatorSegment& oscillator = run.voices[0].oscillators[0];
    oscillator.level = {-0.5f, 1};
    EmulatedRenderer emulated (kSmallCapacity);
    VoiceRenderer& renderer = emulated.with (run);
    for (const int firstSample : {0, 1, 17, 31})
    {
        run.voices[0].firstSample = firstSample;
        const StereoSound sound = renderWhole (renderer, run);
        CHECK (std::ranges::all_of (sound.left.begin (), sound.left.begin () + firstSample,
                                    [] (float x) { return x == 0.0f; }));
        CHECK (sound.left[static_cast<std::size_t> (firstSample)] != 0.0f);
        CHECK (residualDb (run, sound) < kMostResidualDb);
    }
}

TEST_CASE ("CUDA: no tables, no voices and oscillators that are off are silence", "[cuda][voices]")
{
    VoiceRun run = makeVoiceRun ({});
    EmulatedRenderer emulated (kSmallCapacity);
    const auto isSilent = [&]
    {
        const StereoSound sound = renderWhole (*emulated.renderer, run);
        const auto isZero = [] (float x) { return x == 0.0f; };
        return std::ranges::all_of (sound.left, isZero) &&
               std::ranges::all_of (sound.right, isZero);
    };
    CHECK (isSilent ());
    const auto tables = run.tables;
    run.tables = {};
    REQUIRE (emulated.renderer->setTables (run.tables));
    CHECK (isSilent ());
    run.tables = tables;
    REQUIRE (emulated.renderer->setTables (run.tables));
    CHECK (! isSilent ());
    for (VoiceSegment& voice : run.voices)
        for (OscillatorSegment& oscillator : voice.oscillators)
            oscillator.isOn = false;
    CHECK (isSilent ());
    run.voices.clear ();
    CHECK (isSilent ());
    run.numSegments = 0;
    CHECK (isSilent ());
}

TEST_CASE ("CUDA: other tables sound from the next batch on", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    for (const int numPartials : {30, 700, 9})
    {
        VoiceRunOptions options;
        options.numPartials = numPartials;
        options.numSegments = 4;
        const VoiceRun run = makeVoiceRun (options);
        CHECK (residualDb (run, renderWhole (emulated.with (run), run)) < kMostResidualDb);
    }
}

TEST_CASE ("CUDA: a batch that is too large or not in order is refused, and the next one is not",
           "[cuda][voices]")
{
    const VoiceRun run = makeVoiceRun ({});
    EmulatedRenderer emulated ({4, 3, 48000});
    VoiceRenderer& renderer = emulated.with (run);
    std::vector<float> left (100 * kControlSamples), right (left);
    const auto renders = [&] (const std::vector<VoiceSegment>& voices, int numSegments)
    {
        const auto done = renderer.render ({voices, numSegments}, left.data (), right.data ());
        if (! done)
            CHECK (done.error ().code == ErrorCode::internalFault);
        return done.ok ();
    };
    const auto part = run.part (0, 3);
    REQUIRE (part.size () > 3);
    auto swapped = part;
    std::swap (swapped.front (), swapped.back ());
    auto early = part;
    early.front ().segment = -1;
    CHECK_FALSE (renders (swapped, 3));
    CHECK_FALSE (renders (early, 3));
    CHECK_FALSE (renders (part, 2));
    CHECK_FALSE (renders (std::vector<VoiceSegment> (13, part.front ()), 3));
    CHECK (renders (part, 3));
    CHECK_FALSE (makeGpuVoiceRenderer (
        std::make_unique<EmulatedDevice> (EmulationOptions {}, emulated.record), {0, 1, 48000}));
}

TEST_CASE ("CUDA: a batch is one graph, whatever is in it", "[cuda][voices]")
{
    const VoiceRun run = makeVoiceRun ({});
    EmulatedRenderer emulated (kSmallCapacity);
    VoiceRenderer& renderer = emulated.with (run);
    const int before = emulated.record->kernelLaunches;
    for (int i = 0; i < 5; ++i)
        renderWhole (renderer, run);
    CHECK (emulated.record->graphLaunches == 5);
    CHECK (emulated.record->kernelLaunches == before);
}
