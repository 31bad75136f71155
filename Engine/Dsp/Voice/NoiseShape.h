// How noise is coloured and cut into grains: functions of frequency and of time.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** Colour and filter of noise at one instant. */
struct NoiseShape
{
    FilterType type = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    float cutoff = 0.5f, resonance = 0.7071f; ///< cycles a sample, Q
    float colour = 0;                         ///< dB an octave; 0 dB at 1 kHz
    bool operator== (const NoiseShape&) const = default;
    /** Lets noise through as it is. */
    bool isFlat () const noexcept { return type == FilterType::off && colour == 0; }
};

/** Amplitude at a frequency: (f / 1 kHz)^(colour / 6.02), as at 20 Hz below that, times the filter's gain. frequencyHz: >= 0 */
float noiseGain (const NoiseShape& shape, float frequencyHz, double sampleRateHz) noexcept;

/** Taps of a FIR, half of it: tap k weighs the samples k before and k after. */
inline constexpr int kNoiseHalfTaps = 64, kNoiseTaps = 2 * kNoiseHalfTaps;
using NoiseTaps = std::array<float, kNoiseHalfTaps>;

/** A FIR of linear phase, centred at 0: noiseGain at kNoiseTaps frequencies evenly round the circle, under a Hann window; for
    frequency 0, a quarter of a step. It resolves 1/64 of the rate. Source: frequency sampling, Rabiner and Gold 1975, ch. 3.
    thread: any; allocates nothing */
NoiseTaps designNoise (const NoiseShape& shape, double sampleRateHz) noexcept;

/** Grains of noise: 0 .. 1. `cycles`: turns of the grain rate since the note began, as FixedPhase.h counts them. A grain
    to a cycle, one cycle long under a Hann window, as loud as chance has it (0 .. 1), beginning by chance in the
    cycle's first half: so two that overlap add up to 1 at most. seed: the note's */
double grainsAt (std::uint64_t cycles, std::uint32_t seed) noexcept;

} // namespace melstrom
