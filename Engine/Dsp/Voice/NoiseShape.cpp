#include "Engine/Dsp/Voice/NoiseShape.h"

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Dsp/Voice/FixedPhase.h"
#include "Engine/Dsp/Voice/PartialGain.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

constexpr float kLowestHz = 20, kMiddleHz = 1000;
/** Seed offsets of a grain's start and level, different from other uses of the note's seed. */
constexpr std::uint32_t kGrainBegin = 0x67726169u, kGrainLevel = 0x6772616cu;

/** phase: cycles since the start of the cycle that the grain belongs to. */
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

NoiseDesign designNoise (const NoiseShape& shape, double sampleRateHz,
                         const ColourPower& power) noexcept
{
    NoiseDesign design;
    if (shape.type != FilterType::off)
        design.stage = designStage (shape.type, static_cast<double> (shape.cutoff),
                                    static_cast<double> (stageQ (shape.slope, shape.resonance)));
    const auto colour = static_cast<double> (shape.colour);
    design.colour = designColour (colour, sampleRateHz);
    design.gain = colour == 0 ? 1 : power.gainFor (colour);
    return design;
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
