// A table of partials as lanes read it.
#pragma once

#include "Engine/Backend/Cpu/AlignedBuffer.h"
#include "Engine/Backend/Cpu/Lanes/PartialKernels.h"
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Dsp/Voice/TiltGain.h"

namespace melstrom
{

/** Move-only. Construction allocates (std::bad_alloc), nothing else does. */
class LanePartials
{
public:
    LanePartials () = default;
    LanePartials (const PartialTable& table, double sampleRateHz);

    std::size_t size () const noexcept { return ratios_.size (); }
    const PartialArrays& arrays () const noexcept { return arrays_; }

    /** Partials from here on do not reach kFadeTo neither at the segment's start nor at its end.
        Rates: 2^-46 cycles a sample, of one copy. */
    std::size_t numBelowFade (const CopyShape& shape) const noexcept;
    /** Of the first `count` partials: those from here on surely lie below the floor at both control points, under a filter
        whose slope they are on. */
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

    std::vector<float> ratios_; ///< not padded, in steps as the table's
    /** Of the partials from kGroup i on: the largest amplitude. */
    std::vector<float> loudestFrom_;
    float mostBandwidth_ = 0, leastStretch_ = 0, mostStretch_ = 0; ///< over the ratio
    AlignedBuffer numbers_;
    PartialArrays arrays_;
};

} // namespace melstrom
