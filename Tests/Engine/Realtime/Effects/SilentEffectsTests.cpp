// Effects that rest in silence sound as those that go on.
#include "Engine/Realtime/Effects/Chorus.h"
#include "Engine/Realtime/Effects/Reverb.h"

#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace melstrom::testing
{
namespace
{

constexpr int kRateHz = 48000, kSound = 24000;
constexpr float kUnheard = 1e-30f; // below all that lines keep

/** Noise, a pause, noise again. */
StereoSound twoSounds (int pauseSamples, float pause)
{
    auto sound = whiteNoise (2 * kSound + pauseSamples, 3);
    for (auto* side : {&sound.left, &sound.right})
        std::fill_n (side->begin () + kSound, pauseSamples, pause);
    return sound;
}

/** Input that is never 0 keeps an effect awake. */
template <typename Effect, typename Settings>
void checkPause (const Settings& settings, int pauseSamples, double tolerance)
{
    const auto run = [&] (float pause, int blockSamples)
    {
        Effect effect;
        effect.prepare (kRateHz);
        return processed (effect, twoSounds (pauseSamples, pause), std::vector {settings},
                          blockSamples);
    };
    const auto rested = run (0, 512), awake = run (kUnheard, 512);
    CHECK (sameBits (rested, run (0, 0)));
    double most = 0, loudest = 0;
    for (std::size_t n = 0; n < rested.left.size (); ++n)
    {
        most = std::max ({most, std::abs (double {rested.left[n]} - double {awake.left[n]}),
                          std::abs (double {rested.right[n]} - double {awake.right[n]})});
        if (n >= static_cast<std::size_t> (kSound + pauseSamples))
            loudest = std::max (loudest, std::abs (double {rested.left[n]}));
    }
    CHECK (most <= tolerance);
    CHECK (loudest > 0.1);
    // the pause ends in exact silence: nothing is left to compute
    const auto last = static_cast<std::size_t> (kSound + pauseSamples - 1);
    CHECK (rested.left[last] == 0);
    CHECK (rested.right[last] == 0);
}

} // namespace

TEST_CASE ("a note after a long silence has the reverb that never rested", "[reverb]")
{
    for (const double damping : {0.0, 0.5, 1.0})
        checkPause<Reverb> (
            ReverbSettings {
                .mix = 0.5, .timeSeconds = 0.5, .damping = damping, .predelaySeconds = 0.02},
            10 * kRateHz, 1e-13);
}

TEST_CASE ("a note after a long silence has the chorus that never rested", "[chorus]")
{
    checkPause<Chorus> (ChorusSettings {.mix = 0.5, .rateHz = 0.7, .depthSeconds = 0.004},
                        3 * kRateHz + 17, 1e-29);
}

} // namespace melstrom::testing
