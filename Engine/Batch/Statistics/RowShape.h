// How the values of a stored row lie.
#pragma once

#include <algorithm>
#include <cstdint>

namespace melstrom
{

/** (features, frames). */
struct RowShape
{
    int numFeatures = 0;
    std::int64_t framesPerRow = 1; ///< above 1 in the segments layout
    bool isHalf = false;           ///< float16, else float32

    std::int64_t numValues () const noexcept { return numFeatures * framesPerRow; }
    std::int64_t bytes () const noexcept { return numValues () * (isHalf ? 2 : 4); }
    bool operator== (const RowShape&) const = default;
};

} // namespace melstrom
