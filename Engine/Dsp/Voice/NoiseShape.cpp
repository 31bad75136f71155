#include "Engine/Dsp/Voice/NoiseShape.h"

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Dsp/Voice/FixedPhase.h"
#include "Engine/Dsp/Voice/HashValue.h"
#include "Engine/Dsp/Voice/PartialGain.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

constexpr float kLowestHz = 20, kMiddleHz = 1000;
/** The first of the frequencies stands for all from 0 to half a step: asked for at 0, brown noise would be a rumble. */
constexpr float kLowestBin = 0.25f;
/** Apart from what else a note's seed decides: when a grain begins, and how loud it is. */
constexpr std::uint32_t kGrainBegin = 0x67726169u, kGrainLevel = 0x6772616cu;

/** Row j: what a gain of 1 at frequency j of kNoiseTaps adds to the taps, window included. */
using DesignRows = std::array<NoiseTaps, kNoiseHalfTaps + 1>;
const DesignRows kDesignRows = []
{
    constexpr double kStep = 2 * std::numbers::pi / kNoiseTaps;
    DesignRows rows {};
    for (int j = 0; j <= kNoiseHalfTaps; ++j)
        for (int k = 0; k < kNoiseHalfTaps; ++k)
        {
            const double weight = j == 0 || j == kNoiseHalfTaps ? 1 : 2;
            const double window = 0.5 + 0.5 * std::cos (kStep * k);
            rows[static_cast<std::size_t> (j)][static_cast<std::size_t> (k)] =
                static_cast<float> (weight * window * std::cos (kStep * j * k) / kNoiseTaps);
        }
    return rows;
}();

/** phase: cycles since the beginning of the cycle that the grain belongs to. */
double grainAt (std::uint32_t cycle, double phase, std::uint32_t seed) noexcept
{
    const double begin = 0.5 * shareOf (hashOf (seed + kGrainBegin, cycle));
    const double x = phase - begin;
    if (x <= 0 || x >= 1)
        return 0;
    const double level = shareOf (hashOf (seed + kGrainLevel, cycle));
    return level * 0.5 * (1 - std::cos (2 * std::numbers::pi * x));
}

} // namespace

float noiseGain (const NoiseShape& shape, float frequencyHz, double sampleRateHz) noexcept
{
    const auto rate = static_cast<float> (sampleRateHz);
    const float octaves = std::log2 (std::max (frequencyHz, kLowestHz) / kMiddleHz);
    const float colour = std::exp2 (shape.colour * octaves / 6.0206f);
    return colour * filterGain (shape.type, shape.slope, frequencyHz / (shape.cutoff * rate),
                                shape.resonance);
}

NoiseTaps designNoise (const NoiseShape& shape, double sampleRateHz) noexcept
{
    const float step = static_cast<float> (sampleRateHz) / kNoiseTaps;
    NoiseTaps taps {};
    for (std::size_t j = 0; j < kDesignRows.size (); ++j)
    {
        const float bin = j == 0 ? kLowestBin : static_cast<float> (j);
        const float gain = noiseGain (shape, step * bin, sampleRateHz);
        for (std::size_t k = 0; k < taps.size (); ++k)
            taps[k] += gain * kDesignRows[j][k];
    }
    return taps;
}

double grainsAt (std::uint64_t cycles, std::uint32_t seed) noexcept
{
    const auto cycle = static_cast<std::uint32_t> (cycles >> kTurnBits);
    const double phase = std::ldexp (
        static_cast<double> (cycles & ((std::uint64_t {1} << kTurnBits) - 1)), -kTurnBits);
    const std::uint32_t before = (cycle - 1) & ((1u << kCoefficientBits) - 1);
    return grainAt (cycle, phase, seed) + grainAt (before, phase + 1, seed);
}

} // namespace melstrom
