// The limiter over time: hold, recovery, blocks, a reset.
#include "Tests/Support/Voices/LimiterRuns.h"

#include <numbers>
#include <vector>

namespace melstrom::testing
{

TEST_CASE ("what the limiter makes does not depend on how blocks are cut", "[limiter]")
{
    auto sound = scaled (whiteNoise (60'000, 5), 0.5);
    for (std::size_t n = 5000; n < 60'000; n += 7001)
        sound.left[n] *= static_cast<float> (n % 97);
    const auto whole = limited (sound, kLimiterRateHz, sound.size ());
    REQUIRE_FALSE (sameBits (whole, sound));
    for (const int blockSamples : {0, 1, 7, 64, 4096})
    {
        INFO (blockSamples);
        CHECK (sameBits (limited (sound, kLimiterRateHz, blockSamples), whole));
    }
}

TEST_CASE ("the gain comes back after the hold, by 60 dB a second, to exactly 1", "[limiter]")
{
    for (const double rateHz : {44100.0, 192000.0})
        for (const double peak : {1.0, 4.0, 1000.0})
        {
            INFO (rateHz << " Hz, a peak of " << peak);
            constexpr double kQuiet = 1e-4;
            const double downDb = -decibels (limiterGain (peak));
            const auto spikeAt = static_cast<std::size_t> (100);
            const double heldUntil = static_cast<double> (spikeAt) + 0.025 * rateHz;
            const double doneAt = heldUntil + downDb / 60 * rateHz;
            const auto sound =
                soundOf (static_cast<int> (doneAt + 0.01 * rateHz),
                         [&] (std::size_t n) { return n == spikeAt ? peak : kQuiet; });
            const auto out = limited (sound, rateHz);
            const auto gainAt = [&] (double n)
            {
                const auto place = static_cast<std::size_t> (n);
                return static_cast<double> (out.left[place]) /
                       static_cast<double> (sound.left[place]);
            };
            CHECK (gainAt (99) == 1);
            CHECK (decibels (gainAt (101)) == Approx (-downDb).margin (1e-5));
            CHECK (decibels (gainAt (heldUntil - 2)) == Approx (-downDb).margin (1e-5));
            const double halfway = (heldUntil + doneAt) / 2;
            CHECK (decibels (gainAt (halfway)) ==
                   Approx (-downDb / 2).margin (3 * 60 / rateHz)); // tolerance: three samples
            CHECK (gainAt (doneAt - 4) < 1);
            CHECK (sameBits (
                std::vector (out.left.begin () + static_cast<int> (doneAt) + 4, out.left.end ()),
                std::vector (sound.left.begin () + static_cast<int> (doneAt) + 4,
                             sound.left.end ())));
        }
}

TEST_CASE ("a steady sine is only scaled once its peaks have been seen", "[limiter]")
{
    for (const double rateHz : {44100.0, 48000.0, 192000.0})
        for (const double frequencyHz : {20.0, 50.0, 440.0, 997.0, 12345.6})
            for (const double amplitude : {0.9, 1.0, 2.0, 1000.0})
            {
                INFO (frequencyHz << " Hz at " << rateHz << " Hz, amplitude " << amplitude);
                const auto sound =
                    soundOf (static_cast<int> (rateHz),
                             [&] (std::size_t n)
                             {
                                 return amplitude * std::sin (2 * std::numbers::pi * frequencyHz *
                                                              static_cast<double> (n) / rateHz);
                             });
                const auto out = limited (sound, rateHz);
                // Within 0.2 s a sample comes within 1e-3 of the phase of the peak, and so within
                // 5e-7 of its height.
                const double gain = limiterGain (static_cast<double> (peakOf (sound)));
                double worst = 0;
                for (auto n = static_cast<std::size_t> (0.2 * rateHz); n < out.left.size (); ++n)
                    worst = std::max (worst, std::abs (static_cast<double> (out.left[n]) -
                                                       gain * static_cast<double> (sound.left[n])));
                CHECK (worst < 2e-6); // -114 dBFS
            }
}

TEST_CASE ("a limiter that is reset begins anew", "[limiter]")
{
    const auto loud = scaled (whiteNoise (1000, 7), 20), quiet = scaled (whiteNoise (1000, 8), 0.5);
    Limiter limiter;
    limiter.prepare (kLimiterRateHz);
    auto sound = loud;
    processPart (limiter, sound, 0, sound.size (), 64);
    CHECK (limiter.gain () < 0.06);
    limiter.reset ();
    CHECK (limiter.gain () == 1);
    sound = quiet;
    processPart (limiter, sound, 0, sound.size (), 64);
    CHECK (sameBits (sound, quiet));
}

} // namespace melstrom::testing
