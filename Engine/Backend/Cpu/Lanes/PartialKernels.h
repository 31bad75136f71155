// The inner loops of the voice renderer, compiled for several instruction sets and chosen at run
// time.
#pragma once

#include "Engine/Dsp/Voice/PartialGain.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Arrays of partials are padded with silent ones to a multiple of so many. */
inline constexpr std::size_t kPartialPadding = 16;

/** A table's partials, each number in an array of its own; 64-byte aligned and padded. */
struct PartialArrays
{
    const std::int32_t *ratios = nullptr, *bandwidths = nullptr, *stretches = nullptr;
    const float *amplitudes = nullptr, *octaves = nullptr; ///< octaves: log2 of the ratio
};

/** One function of time, times whose coefficient a partial's frequency is. */
struct Motion
{
    std::uint64_t turns = 0; ///< at sample 16, 2^-46 cycles
    std::int64_t rate = 0;   ///< at sample 15.5, the middle; 2^-46 cycles a sample
    std::int64_t bend = 0;   ///< by which the rate grows a sample
    float startFrequency = 0,
          endFrequency = 0; ///< at the control points, per step of a coefficient
};

/** How the partials of one copy move over a segment, and what the filter does to them. */
struct CopyShape
{
    Motion ratio, bandwidth, stretch;
    bool hasBandwidth = false, hasStretch = false; ///< whether these functions are anything but 0
    bool isBending = false;                        ///< a frequency moves
    bool hasRamps = false;                         ///< a gain may move
    bool hasStartPhases = false;
    std::uint32_t phaseSeed = 0, firstPhaseIndex = 0;
    std::uint64_t phaseAmount = 0; ///< see StartPhase.h
    std::uint32_t copyPhase = 0;   ///< 2^-32 turns, of all partials
    FilterType filter = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    Ramp inverseCutoff, inverseQ;
    Ramp inverseFloor {1.0f / kLeastFloor,
                       1.0f / kLeastFloor}; ///< of a partial: see inverseFloorOf
    Ramp mostLevel, tilt;                   ///< no level is above mostLevel |amplitude| h^tilt
    const float *startLevels = nullptr,
                *endLevels = nullptr; ///< of fillLevels; the same one twice: at rest
};

/** Even and odd parts of a sum, about the middle of a segment, (32, lanes): sample 16 + i is row i
    plus row 16 + i, sample 15 - i is row i minus row 16 + i, summed over lanes. 64-byte aligned. */
using PartialSums = std::array<float, static_cast<std::size_t> (kControlSamples) * kPartialPadding>;

/** amplitude x gain x h^tilt x centre or sides, at a control point: levels[0 .. count rounded up to
    kPartialPadding). */
void fillLevels (const PartialArrays& partials, std::size_t count, float gain, float tilt,
                 float centre, float sides, float* levels) noexcept;

/** Adds the first `count` partials, and what pads them. Error of a partial of gain 1: below 4e-6
    (-108 dB), which it comes near at a quarter of the sample rate. Bound tested in
    VoiceRendererTests. */
void addPartials (const PartialArrays& partials, std::size_t count, const CopyShape& shape,
                  PartialSums& sums) noexcept;

/** out[32] = the sums' samples; the sums are 0 again. */
void finishSums (PartialSums& sums, float* out) noexcept;

} // namespace melstrom
