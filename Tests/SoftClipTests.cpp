#include "Engine/Realtime/Effects/SoftClip.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/StereoSound.h"

#include <cmath>
#include <limits>

namespace melstrom::testing
{

TEST_CASE ("the soft clip's curve is tanh within 8e-7 of its value, odd, and never beyond 1",
           "[softclip]")
{
    double worst = 0;
    float before = -2;
    for (double x = -12; x < 12; x += 1e-5)
    {
        const auto at = static_cast<float> (x);
        const double wanted = std::tanh (static_cast<double> (at));
        const float y = softClipCurve (at);
        REQUIRE (std::abs (y) <= 1);
        REQUIRE (y == -softClipCurve (-at));
        REQUIRE (y >= before - 8e-7f); // rises, but for its error
        before = y;
        if (wanted != 0)
            worst = std::max (worst, std::abs (static_cast<double> (y) / wanted - 1));
    }
    for (float x = 1; x > 1e-37f; x *= 0.7f) // to the smallest
        worst = std::max (worst, std::abs (static_cast<double> (softClipCurve (x)) /
                                               std::tanh (static_cast<double> (x)) -
                                           1));
    INFO ("relative error " << worst);
    CHECK (worst < 8e-7);
    CHECK (worst > 1e-9); // it is an approximation, and this loop saw it
    CHECK (softClipCurve (std::numeric_limits<float>::infinity ()) == 1);
    CHECK (softClipCurve (-1e30f) == -1);
    CHECK (std::isnan (softClipCurve (std::numeric_limits<float>::quiet_NaN ())));
}

TEST_CASE ("a soft clip that is on is tanh of drive times the sample", "[softclip]")
{
    for (const double drive : {0.1, 0.7, 10.0})
    {
        SoftClip clip;
        clip.prepare (48000);
        const auto dry = whiteNoise (5000, 4);
        const auto sound =
            processed (clip, dry, std::vector {SoftClipSettings {.isOn = true, .drive = drive}});
        for (std::size_t n = 0; n < dry.left.size (); ++n)
        {
            REQUIRE (static_cast<double> (sound.left[n]) ==
                     Approx (std::tanh (drive * static_cast<double> (dry.left[n])))
                         .epsilon (1e-6)
                         .margin (1e-12));
            REQUIRE (static_cast<double> (sound.right[n]) ==
                     Approx (std::tanh (drive * static_cast<double> (dry.right[n])))
                         .epsilon (1e-6)
                         .margin (1e-12));
        }
    }
}

TEST_CASE ("a soft clip that is off passes every sample bit by bit", "[softclip]")
{
    SoftClip clip;
    clip.prepare (48000);
    auto dry = whiteNoise (5000, 5);
    dry.left[0] = -0.0f;
    dry.left[1] = 1e-42f;
    dry.left[2] = 100;
    CHECK (sameBits (
        processed (clip, dry, std::vector {SoftClipSettings {.isOn = false, .drive = 9}}), dry));
}

TEST_CASE ("a soft clip is switched without a click and however calls are cut", "[softclip]")
{
    StereoSound dry (40000);
    for (std::size_t n = 0; n < dry.left.size (); ++n)
        dry.left[n] = dry.right[n] = static_cast<float> (std::sin (0.01 * static_cast<double> (n)));
    const std::vector<SoftClipSettings> settings {
        {.isOn = false}, {.isOn = true, .drive = 3}, {.isOn = true, .drive = 0.5}, {.isOn = false}};
    const auto of = [&] (int blockSamples)
    {
        SoftClip clip;
        clip.prepare (48000);
        return processed (clip, dry, settings, blockSamples);
    };
    const auto whole = of (1 << 20);
    for (const int blockSamples : {1, 7, 0})
        CHECK (sameBits (of (blockSamples), whole));
    // the slope of sin (0.01 n) at a drive of 3, and the way of a ramp of 960 samples: share by 2,
    // drive by 2.5
    for (std::size_t n = 1; n < whole.left.size (); ++n)
        REQUIRE (std::abs (whole.left[n] - whole.left[n - 1]) < 0.01 * 3 + 4.5 / 960);
    CHECK (sameBits ({whole.left.end () - 9000, whole.left.end ()},
                     {dry.left.end () - 9000, dry.left.end ()}));
}

} // namespace melstrom::testing
