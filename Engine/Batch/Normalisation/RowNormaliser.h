// Computed rows to normalised rows in the stored type.
#pragma once

#include "Engine/Batch/Normalisation/BandMoments.h"

#include <cstddef>

namespace melstrom
{

/** y = (x - mean)/divisor in float64, rounded once to the stored type. Values beyond its range
    become its largest number. */
class RowNormaliser
{
public:
    /** A row lies as (features, framesPerRow). */
    RowNormaliser (BandMoments moments, std::int64_t framesPerRow, StoredType type);

    std::int64_t storedRowBytes () const noexcept;

    /** Replaces numRows rows of float32 by stored rows, packed from the same first byte on. Thread:
        any. */
    void apply (std::byte* rows, std::int64_t numRows) const noexcept;

private:
    BandMoments moments_;
    std::vector<double> divisors_;
    std::int64_t framesPerRow_;
    bool isHalf_;
};

/** The nearest half, ties to even, as if from all digits of the number. Beyond +-65504: that. */
std::uint16_t nearestHalf (double value) noexcept;

} // namespace melstrom
