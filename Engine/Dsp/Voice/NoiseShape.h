// Colour, filter and grains of noise, as functions of frequency and of time.
#pragma once

#include "Engine/Dsp/Voice/FilterStage.h"
#include "Engine/Dsp/Voice/NoiseColour.h"

#include <cstdint>

namespace melstrom
{

/** Colour and filter of noise at one instant. */
struct NoiseShape
{
    FilterType type = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    float cutoff = 0.5f, resonance = 0.7071f; ///< cycles a sample, Q
    float colour = 0;                         ///< dB an octave
    bool operator== (const NoiseShape&) const = default;
};

/** Amplitude at a frequency: (f / 1 kHz)^(colour / 6.02), constant below 20 Hz, times the filter's
    gain. The rendered noise has another level: see ColourPower. frequencyHz: >= 0 */
float noiseGain (const NoiseShape& shape, float frequencyHz, double sampleRateHz) noexcept;

/** A shape as recursions in time. Plain data. */
struct NoiseDesign
{
    FilterStage stage; ///< with 24 dB an octave noise passes it twice
    ColourSections colour;
    double gain = 1; ///< restores the power of noise after `colour`
};

/** power: for the same rate. Thread: any; allocates nothing */
NoiseDesign designNoise (const NoiseShape& shape, double sampleRateHz,
                         const ColourPower& power) noexcept;

/** Gain of grains, 0 .. 1. `cycles`: turns of the grain rate since the note's start, in the format
    of FixedPhase.h. Each cycle has one grain: one cycle long, a Hann window, with a random level (0
    .. 1) and a random start in the first half of the cycle. So two overlapping grains add up to at
    most 1. seed: the note's */
double grainsAt (std::uint64_t cycles, std::uint32_t seed) noexcept;

} // namespace melstrom
