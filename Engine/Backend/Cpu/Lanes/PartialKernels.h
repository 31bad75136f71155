// The inner loops of the voice renderer, compiled for several instruction sets. The set is chosen
// at run time.
#pragma once

#include "Engine/Dsp/Voice/PartialGain.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Arrays of partials are padded with silent partials to a multiple of this number. */
inline constexpr std::size_t kPartialPadding = 16;

/** The partials of a table, one array a field; 64-byte aligned and padded. */
struct PartialArrays
{
    const std::int32_t *ratios = nullptr, *bandwidths = nullptr, *stretches = nullptr;
    const float *amplitudes = nullptr, *octaves = nullptr; ///< octaves: log2 of the ratio
};

/** A function of time that all partials share. A partial's frequency is the sum of three motions,
    each times the partial's coefficient. */
struct Motion
{
    std::uint64_t turns = 0; ///< at sample 16, 2^-46 cycles
    std::int64_t rate = 0;   ///< at sample 15.5, the middle; 2^-46 cycles a sample
    std::int64_t bend = 0;   ///< change of the rate a sample
    float startFrequency = 0,
          endFrequency = 0; ///< at the control points, cycles a sample per step of a coefficient
};

/** Motion of one copy's partials over a segment, and the filter on them. */
struct CopyShape
{
    Motion ratio, bandwidth, stretch;
    bool hasBandwidth = false, hasStretch = false; ///< false: the function is 0
    bool isBending = false;                        ///< at least one frequency moves
    bool hasRamps = false;                         ///< a gain may move
    bool hasStartPhases = false;
    std::uint32_t phaseSeed = 0, firstPhaseIndex = 0;
    std::uint64_t phaseAmount = 0; ///< see StartPhase.h
    std::uint32_t copyPhase = 0;   ///< 2^-32 turns, the same for all partials
    FilterType filter = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    Ramp inverseCutoff, inverseQ;
    Ramp inverseFloor {1.0f / kLeastFloor,
                       1.0f / kLeastFloor}; ///< of one partial: see inverseFloorOf
    Ramp mostLevel, tilt;                   ///< |level| <= mostLevel |amplitude| h^tilt
    const float *startLevels = nullptr,
                /** from fillLevels; both point to one array if levels are constant */
        *endLevels = nullptr;
};

/** Even and odd parts of a sum about the middle of a segment, (32, lanes). Sample 16 + i is row i
    plus row 16 + i, sample 15 - i is row i minus row 16 + i, summed over the lanes. 64-byte
    aligned. */
using PartialSums = std::array<float, static_cast<std::size_t> (kControlSamples) * kPartialPadding>;

/** Level of each partial at a control point: amplitude x gain x h^tilt x (centre or sides). Writes
    levels[0 .. count rounded up to kPartialPadding). */
void fillLevels (const PartialArrays& partials, std::size_t count, float gain, float tilt,
                 float centre, float sides, float* levels) noexcept;

/** Adds the first `count` partials and their padding. Error of a partial of gain 1: below 4e-6
    (-108 dB), nearly reached at a quarter of the sample rate. Bound tested in
    VoiceRendererTests. */
void addPartials (const PartialArrays& partials, std::size_t count, const CopyShape& shape,
                  PartialSums& sums) noexcept;

/** out[32] = samples of the sums. Sets the sums to 0. */
void finishSums (PartialSums& sums, float* out) noexcept;

} // namespace melstrom
