// Factory patches against the same patches with partials computed in float64. Noise and effects run
// on the host with every renderer, so they cancel.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/ReferenceRenderer.h"
#include "Tests/Support/Voices/SynthRuns.h"

namespace melstrom::testing
{

namespace
{
constexpr double kMostResidualDb = -100;
constexpr int kBlockSamples = 512;

/** 13 sounding blocks over two seconds: 6656 samples. Both notes start off the control grid; one
    of them ends. */
StereoSound playGated (std::unique_ptr<VoiceRenderer> renderer, const Patch& patch)
{
    constexpr int kNumSamples = (12 * GatedRenderer::kEvery + 1) * kBlockSamples;
    return playOn (std::make_unique<GatedRenderer> (std::move (renderer)), patch,
                   {noteOn (5, 57, 0.9f), noteOn (203, 64, 0.7f), noteOff (48111, 64)}, kNumSamples,
                   blocksOf (kBlockSamples));
}

StereoSound onCpu (const Patch& patch)
{
    auto renderer = makeCpuVoiceRenderer (kPlayCapacity, 1);
    REQUIRE (renderer);
    return playGated (*std::move (renderer), patch);
}

StereoSound inFloat64 (const Patch& patch, double gain = 1)
{
    return playGated (std::make_unique<ReferenceRenderer> (gain), patch);
}
} // namespace

// Hours into a note, and the first and the last partial: see VoiceRendererTests.
TEST_CASE ("every factory patch is what float64 makes of it, below -100 dB", "[synth][patches]")
{
    for (const auto& patch : factoryPatches ())
    {
        INFO (patch.name);
        const StereoSound sound = onCpu (patch);
        CHECK (peakDb (differenceOf (sound, StereoSound (sound.size ()))) > -40);
        CHECK (peakDb (differenceOf (sound, inFloat64 (patch))) < kMostResidualDb);
    }
}

TEST_CASE ("that difference hears partials that are 0.001 dB too loud", "[synth][patches]")
{
    const auto patch = findPatch ("Halo");
    REQUIRE (patch);
    CHECK (peakDb (differenceOf (onCpu (*patch), inFloat64 (*patch, 1.000115))) > kMostResidualDb);
}

} // namespace melstrom::testing
