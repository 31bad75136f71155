// Positions of rows in host samples.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

namespace melstrom
{

/** Rows at their own rate, on a grid of hops that starts at host sample 0. If the two rates have a
    small common divisor, few rows start on a whole host sample; positions are then off by at most
    half a sample. Thread: any. */
class TapGrid
{
public:
    /** rows: geometry at their own rate. */
    TapGrid (int hostRateHz, const MelGeometry& rows) noexcept
        : hostRateHz_ (hostRateHz), ownRateHz_ (rows.rateHz), hopSamples_ (rows.hopSamples)
    {
    }

    /** The host sample nearest to a sample at the rows' rate; of two the later. */
    std::int64_t hostSampleOf (std::int64_t ownSample) const noexcept;
    std::int64_t hostSampleOfRow (std::int64_t row) const noexcept
    {
        return hostSampleOf (row * hopSamples_);
    }
    /** The first row with hostSampleOfRow >= hostSample; at least 0. */
    std::int64_t firstRowFrom (std::int64_t hostSample) const noexcept;

private:
    std::int64_t hostRateHz_, ownRateHz_, hopSamples_;
};

} // namespace melstrom
