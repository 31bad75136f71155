// The second-order time-domain filter against its analogue prototype.
#include "Engine/Dsp/Voice/FilterStage.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

namespace melstrom::testing
{
namespace
{
/** Low-pass 1, band-pass s/Q, high-pass s^2, notch s^2 + 1, each over s^2 + s/Q + 1; in dB.
    x: frequency over cutoff */
double prototypeDb (FilterType type, double x, double q)
{
    const std::complex<double> s (0, x), below = s * s + s / q + 1.0;
    const std::complex<double> above = type == FilterType::low    ? 1.0
                                       : type == FilterType::band ? s / q
                                       : type == FilterType::high ? s * s
                                                                  : s * s + 1.0;
    return 20 * std::log10 (std::abs (above / below));
}

/** Largest error from 50 Hz to 18 kHz, where the prototype is above -60 dB (notch: -30 dB). */
double worstDb (FilterType type, double cutoffHz, double q, double rateHz)
{
    const FilterStage stage = designStage (type, cutoffHz / rateHz, q);
    const double leastDb = type == FilterType::notch ? -30 : -60;
    double worst = 0;
    for (double hertz = 50; hertz <= 18000; hertz *= 1.003)
    {
        const double wanted = prototypeDb (type, hertz / cutoffHz, q);
        const double got = 20 * std::log10 (stageGain (stage, hertz / rateHz));
        if (wanted > leastDb)
            worst = std::isfinite (got) ? std::max (worst, std::abs (got - wanted)) : 1e9;
    }
    return worst;
}

constexpr FilterType kTypes[] {FilterType::low, FilterType::band, FilterType::high,
                               FilterType::notch};
} // namespace

TEST_CASE ("a stage has the prototype's magnitude from 50 Hz to 18 kHz", "[noise][filter]")
{
    for (const auto type : kTypes)
        for (const double q : {0.5, 0.7071, 1.0, 1.49, 1.51, 2.0, 4.0, 8.0})
            for (double cutoff = 20; cutoff <= 20000; cutoff *= 1.06)
            {
                CAPTURE (static_cast<int> (type), q, cutoff);
                const bool isSteep = type == FilterType::high && q > 2 && cutoff > 12000;
                CHECK (worstDb (type, cutoff, q, 48000) < (isSteep ? 2 : 1));
                if (cutoff <= 12000)
                    CHECK (worstDb (type, cutoff, q, 48000) < 0.5);
                if (cutoff <= 10000)
                    CHECK (worstDb (type, cutoff, q, 44100) < 0.5);
                CHECK (worstDb (type, cutoff, q, 96000) < 0.5);
            }
}

TEST_CASE ("a stage's samples have the magnitude that is said of it", "[noise][filter]")
{
    constexpr int kNumSamples = 20000;
    for (const auto type : kTypes)
        for (const double frequency : {0.003, 0.04, 0.21, 0.37})
        {
            const FilterStage stage = designStage (type, 0.06, 3);
            std::complex<double> sum; // the Fourier transform of the impulse response
            StageMemory memory;
            for (int n = 0; n < kNumSamples; ++n)
                sum += stepStage (stage, stageScale (stage), memory, n == 0 ? 1 : 0) *
                       std::polar (1.0, -2 * std::numbers::pi * frequency * n);
            CAPTURE (static_cast<int> (type), frequency);
            CHECK (std::abs (sum) == Approx (stageGain (stage, frequency)).epsilon (1e-6));
        }
}

TEST_CASE ("a stage that jumps from sample to sample does not ring up", "[noise][filter]")
{
    std::mt19937 random (77);
    const auto chance = [&random] { return static_cast<double> (random ()) / 4294967296.0; };
    StageMemory memory;
    double most = 0;
    for (int n = 0; n < 200'000; ++n)
    {
        const auto type = kTypes[random () % 4];
        const double cutoff = 0.49 * std::pow (1e-3, chance ());
        const FilterStage stage = designStage (type, cutoff, 0.5 * std::pow (40, chance ()));
        (void)stepStage (stage, stageScale (stage), memory, 0);
        const double energy = memory.band * memory.band + memory.low * memory.low;
        if (n == 0)
            memory = {1, -1};
        else
            CHECK (energy <= most * (1 + 1e-12));
        most = n == 0 ? 2 : energy;
        if (most < 1e-200) // has decayed: next impulse
            memory = {1, -1}, most = 2;
    }
}

} // namespace melstrom::testing
