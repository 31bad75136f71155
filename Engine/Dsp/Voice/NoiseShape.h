// How noise is coloured and cut into grains: functions of frequency and of time.
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

/** Amplitude at a frequency: (f / 1 kHz)^(colour / 6.02), as at 20 Hz below that, times the filter's gain. What is heard has
    another level: see ColourPower. frequencyHz: >= 0 */
float noiseGain (const NoiseShape& shape, float frequencyHz, double sampleRateHz) noexcept;

/** A shape as recursions in time. Plain data. */
struct NoiseDesign
{
    FilterStage stage; ///< with 24 dB an octave noise passes it twice
    ColourSections colour;
    double gain = 1; ///< that leaves noise its power behind `colour`
};

/** power: of that rate. Thread: any; allocates nothing */
NoiseDesign designNoise (const NoiseShape& shape, double sampleRateHz,
                         const ColourPower& power) noexcept;

/** Grains of noise: 0 .. 1. `cycles`: turns of the grain rate since the note began, as FixedPhase.h counts them. A grain
    to a cycle, one cycle long under a Hann window, as loud as chance has it (0 .. 1), beginning by chance in the
    cycle's first half: so two that overlap add up to 1 at most. seed: the note's */
double grainsAt (std::uint64_t cycles, std::uint32_t seed) noexcept;

} // namespace melstrom
