// Where rows lie on the host's line of samples.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

namespace melstrom
{

/** Rows at a rate of their own, on a grid of hops that begins with sample 0 of the host. Few rows
    begin on a whole sample of the host where the rates have little in common; what is said is then
    half a sample off at most. Thread: any. */
class TapGrid
{
public:
    /** rows: with their own rate. */
    TapGrid (int hostRateHz, const MelGeometry& rows) noexcept
        : hostRateHz_ (hostRateHz), ownRateHz_ (rows.rateHz), hopSamples_ (rows.hopSamples)
    {
    }

    /** The host's sample that is nearest to a sample at the rows' rate; of two the later. */
    std::int64_t hostSampleOf (std::int64_t ownSample) const noexcept;
    std::int64_t hostSampleOfRow (std::int64_t row) const noexcept
    {
        return hostSampleOf (row * hopSamples_);
    }
    /** The first row for which that is `hostSample` or later; not below 0. */
    std::int64_t firstRowFrom (std::int64_t hostSample) const noexcept;

private:
    std::int64_t hostRateHz_, ownRateHz_, hopSamples_;
};

} // namespace melstrom
