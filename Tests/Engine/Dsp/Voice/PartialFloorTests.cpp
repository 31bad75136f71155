// Partials that are always inaudible, and partials that cross the floor.
#include "Engine/Dsp/Voice/PartialGain.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/ReferenceRenderer.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <cmath>
#include <limits>

namespace melstrom::testing
{

namespace
{
/** Two notes over half a second, four blocks of it, in float64. */
StereoSound inFloat64 (const Patch& patch, bool leavesOut)
{
    ReferenceOptions options;
    options.leavesOut = leavesOut;
    constexpr int kBlockSamples = 512;
    auto renderer =
        std::make_unique<GatedRenderer> (std::make_unique<ReferenceRenderer> (1, options));
    return playOn (std::move (renderer), patch, {noteOn (5, 45, 1.0f), noteOn (203, 64, 0.7f)},
                   (3 * GatedRenderer::kEvery + 1) * kBlockSamples, blocksOf (kBlockSamples));
}

double powerOf (const std::vector<double>& values)
{
    double power = 0;
    for (const double value : values)
        power += value * value;
    return power;
}
} // namespace

TEST_CASE ("a gain at a floor moves without a step, and by the floor at most", "[voices]")
{
    constexpr double kFloor = 1e-3;
    double before = 0;
    for (double gain = 0; gain < 4 * kFloor; gain += kFloor / 1000)
    {
        const auto heard = static_cast<double> (
            aboveFloor (static_cast<float> (gain), static_cast<float> (1 / kFloor)));
        REQUIRE (heard >= before);
        REQUIRE (heard - before <= 3.01 * kFloor / 1000); // the steepest slope of g (g / f - 1)
        REQUIRE (gain - heard <= 1.0001 * kFloor);
        REQUIRE (aboveFloor (static_cast<float> (-gain), static_cast<float> (1 / kFloor)) ==
                 static_cast<float> (-heard));
        if (gain <= kFloor)
            REQUIRE (heard < 1e-9);
        if (gain >= 2.0001 * kFloor)
            REQUIRE (heard == static_cast<double> (static_cast<float> (gain)));
        before = heard;
    }
}

TEST_CASE ("what is never heard lies 90 dB and more below the sound", "[voices][patches]")
{
    double leftOut = 0;
    for (const char* const name :
         {"Aurora", "Solar Wind", "Glass Choir", "Deep Current", "Sub Weight", "Night Bus"})
    {
        INFO (name);
        const auto patch = findPatch (name);
        REQUIRE (patch);
        const auto full = inFloat64 (*patch, false);
        const auto difference = differenceOf (full, inFloat64 (*patch, true));
        const double sound = powerOf (differenceOf (full, StereoSound (full.size ())));
        REQUIRE (sound > 0);
        leftOut += powerOf (difference);
        const double ratioDb = 10 * std::log10 (std::max (powerOf (difference) / sound, 1e-30));
        CAPTURE (ratioDb);
        CHECK (ratioDb < -90);
        UNSCOPED_INFO (name << ": " << ratioDb << " dB");
    }
    CHECK (leftOut > 0);
}

} // namespace melstrom::testing
