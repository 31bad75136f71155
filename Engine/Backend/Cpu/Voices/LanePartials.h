// A table of partials in the layout of the lane kernels.
#pragma once

#include "Engine/Backend/Cpu/AlignedBuffer.h"
#include "Engine/Backend/Cpu/Lanes/PartialKernels.h"
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Dsp/Voice/TiltGain.h"

namespace melstrom
{

/** Move-only. Only construction allocates (std::bad_alloc). */
class LanePartials
{
public:
    LanePartials () = default;
    LanePartials (const PartialTable& table, double sampleRateHz);

    std::size_t size () const noexcept { return ratios_.size (); }
    const PartialArrays& arrays () const noexcept { return arrays_; }

    /** Partials that may lie below kFadeTo at the segment's start or end. All later partials are
        silent: they lie above kFadeTo at both. shape: of one copy */
    std::size_t numBelowFade (const CopyShape& shape) const noexcept;
    /** Partials of the first `count` that may exceed the floor. All later ones lie below the floor
        at both control points. Under a filter this is known only beyond the cutoff frequency. */
    std::size_t numAboveFloor (const CopyShape& shape, std::size_t count) const noexcept;

    int numCopies = 1;
    std::array<std::int32_t, kMaxCopies> copyPositions {}, copyPlaces {};
    std::array<std::uint32_t, kMaxCopies> copyPhases {};
    float copyGain = 1;
    float floorShare = 1; ///< see PartialGain.h
    std::uint64_t phaseAmount = 0;
    std::uint32_t seed = 0;
    TiltGains tilts {};

private:
    static constexpr std::size_t kGroup = 4 * kPartialPadding;
    float leastFrequency (const CopyShape& shape, float Motion::*point) const noexcept;
    float silentFromRatio (const CopyShape& shape, float Motion::*point) const noexcept;
    bool isBelowFloor (const CopyShape& shape, std::size_t group, float Motion::*frequency,
                       float Ramp::*point) const noexcept;

    std::vector<float> ratios_; ///< not padded, in the table's steps
    /** Item i: the largest |amplitude| of the partials from kGroup i on. */
    std::vector<float> loudestFrom_;
    /** divided by the partial's ratio */
    float mostBandwidth_ = 0, leastStretch_ = 0, mostStretch_ = 0;
    AlignedBuffer numbers_;
    PartialArrays arrays_;
};

} // namespace melstrom
