#include "Engine/Realtime/Effects/Chorus.h"

#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <numbers>

namespace melstrom::testing
{
namespace
{

constexpr double kRateHz = 48000, kTurn = 2 * std::numbers::pi;

/** A sound with known values between its samples: sines that begin at 0. side: 0 or 1 */
double toneAt (double seconds, int side)
{
    if (seconds < 0)
        return 0;
    return side == 0 ? 0.5 * std::sin (kTurn * 441.3 * seconds)
                     : 0.4 * std::sin (kTurn * 1317.1 * seconds);
}

StereoSound tone (int numSamples)
{
    StereoSound sound (numSamples);
    for (std::size_t n = 0; n < sound.left.size (); ++n)
    {
        sound.left[n] = static_cast<float> (toneAt (static_cast<double> (n) / kRateHz, 0));
        sound.right[n] = static_cast<float> (toneAt (static_cast<double> (n) / kRateHz, 1));
    }
    return sound;
}

double wetAt (double seconds, int side, const ChorusSettings& settings)
{
    constexpr double kRestSeconds[] = {0.0113, 0.0151, 0.0187};
    double sum = 0;
    for (int tap = 0; tap < 3; ++tap)
    {
        const double turns = settings.rateHz * seconds + tap / 3.0 + side / 4.0;
        const double delay = kRestSeconds[tap] + settings.depthSeconds * std::sin (kTurn * turns);
        sum += toneAt (seconds - delay, side);
    }
    return sum / std::sqrt (3.0);
}

} // namespace

TEST_CASE ("a chorus is three moving copies a side", "[chorus]")
{
    for (const ChorusSettings& settings :
         {ChorusSettings {.mix = 1, .rateHz = 0.5, .depthSeconds = 0.003},
          ChorusSettings {.mix = 1, .rateHz = 5, .depthSeconds = 0.01},
          ChorusSettings {.mix = 0.3, .rateHz = 1.7, .depthSeconds = 0}})
    {
        Chorus chorus;
        chorus.prepare (kRateHz);
        const auto dry = tone (48000);
        const auto sound = processed (chorus, dry, std::vector {settings});
        const double wetGain = std::sin (kTurn / 4 * settings.mix);
        const double dryGain = std::cos (kTurn / 4 * settings.mix);
        double worst = 0;
        // After the onset, which a cubic cannot interpolate.
        for (std::size_t n = 2000; n < dry.left.size (); ++n)
        {
            const double seconds = static_cast<double> (n) / kRateHz;
            for (int side = 0; side < 2; ++side)
            {
                const double wanted =
                    dryGain * toneAt (seconds, side) + wetGain * wetAt (seconds, side, settings);
                worst = std::max (
                    worst, std::abs (wanted - static_cast<double> (
                                                  (side == 0 ? sound.left : sound.right)[n])));
            }
        }
        INFO ("rate " << settings.rateHz << " Hz");
        // Error of a cubic: at most w^4 9/16/24 of an amplitude at w radians a sample, sqrt 3
        // times.
        const double w = kTurn * 1317.1 / kRateHz;
        CHECK (worst < 0.4 * std::numbers::sqrt3 * std::pow (w, 4) * 9 / 384 + 1e-6);
        CHECK (worst > 0);
    }
}

TEST_CASE ("a chorus of mix 0 passes every sample bit by bit", "[chorus]")
{
    Chorus chorus;
    chorus.prepare (kRateHz);
    auto dry = whiteNoise (10000, 1);
    dry.left[5] = -0.0f;
    dry.left[6] = 1e-42f;
    CHECK (sameBits (processed (chorus, dry, std::vector {ChorusSettings {.mix = 0}}), dry));
    // A second time after it was active: compare from the end of the ramp on.
    chorus.setSettings ({.mix = 0.5});
    auto heard = dry;
    processPart (chorus, heard, 0, heard.size (), 512);
    CHECK_FALSE (sameBits (heard, dry));
    auto again = processed (chorus, dry, std::vector {ChorusSettings {.mix = 0}});
    const auto rampEnd = static_cast<std::ptrdiff_t> (24 * kEaseSeconds * kRateHz);
    CHECK (
        std::equal (again.left.begin () + rampEnd, again.left.end (), dry.left.begin () + rampEnd));
    CHECK (again.left[100] != dry.left[100]);
}

TEST_CASE ("a chorus does not depend on how its calls are cut", "[chorus]")
{
    const std::vector<ChorusSettings> settings {{.mix = 0.5, .rateHz = 1},
                                                {.mix = 0},
                                                {.mix = 0},
                                                {.mix = 1, .rateHz = 3, .depthSeconds = 0.008},
                                                {.mix = 0.2, .rateHz = 0.1, .depthSeconds = 0}};
    const auto dry = whiteNoise (30001, 2);
    const auto of = [&] (int blockSamples)
    {
        Chorus chorus;
        chorus.prepare (44100);
        return processed (chorus, dry, settings, blockSamples);
    };
    const auto whole = of (1 << 20);
    for (const int blockSamples : {1, 7, 64, 4096, 0})
    {
        INFO ("blocks of " << blockSamples);
        CHECK (sameBits (of (blockSamples), whole));
    }
}

TEST_CASE ("a chorus's settings move without a step", "[chorus]")
{
    Chorus chorus;
    chorus.prepare (kRateHz);
    const auto sound =
        processed (chorus, tone (48000),
                   std::vector<ChorusSettings> {{.mix = 0.1, .rateHz = 0.2, .depthSeconds = 0},
                                                {.mix = 1, .rateHz = 5, .depthSeconds = 0.01},
                                                {.mix = 0, .rateHz = 5, .depthSeconds = 0.01},
                                                {.mix = 0.7, .rateHz = 1, .depthSeconds = 0.002}});
    // The bound is the sum of the tone's slope and the gains' slopes. A moving delay shrinks by 10
    // ms in the 20 ms of a ramp, plus the modulation, for the dry and the three wet sounds.
    const double stretch = 1 + 0.5 + kTurn * 5 * 0.01;
    const double slope = 0.5 * kTurn * 441.3 / kRateHz;
    constexpr double kMostSlope = 0.271; // of x^2 / 2 exp (-x), three low-passes: 2 exp (-2)
    const double bound = slope * (1 + std::numbers::sqrt3 * stretch) +
                         0.5 * (1 + std::numbers::sqrt3) * kMostSlope / (kEaseSeconds * kRateHz);
    for (std::size_t n = 2000; n < sound.left.size (); ++n)
        REQUIRE (std::abs (sound.left[n] - sound.left[n - 1]) < bound);
}

TEST_CASE ("a chorus is silent after silence, and reset makes it new", "[chorus]")
{
    Chorus chorus;
    chorus.prepare (kRateHz);
    const ChorusSettings settings {.mix = 0.5, .rateHz = 2, .depthSeconds = 0.01};
    auto noise = whiteNoise (5000, 3);
    const auto first = processed (chorus, noise, std::vector {settings});
    StereoSound silence (3000);
    processPart (chorus, silence, 0, silence.size (), 100);
    const int longest = static_cast<int> ((0.0187 + 0.01) * kRateHz) + 4;
    CHECK (silence.left[10] != 0);
    for (auto n = static_cast<std::size_t> (longest); n < silence.left.size (); ++n)
        REQUIRE ((silence.left[n] == 0 && silence.right[n] == 0));
    chorus.reset ();
    processPart (chorus, noise, 0, noise.size (), 100);
    CHECK (sameBits (noise, first));
}

} // namespace melstrom::testing
