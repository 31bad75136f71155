// The value that a share of values does not exceed.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace melstrom
{

/** Which of two neighbours is meant where a rank lies between them. */
enum class BetweenRanks
{
    lower,
    upper
};

/** The one of rank share * (size - 1), from 0 at the smallest to 1 at the largest: one of the values, never a mean of
    two. sorted (values), ascending, not empty; share 0 to 1. Thread: any. Fails: never. */
template <typename T>
T quantileOf (std::span<const T> sorted, double share,
              BetweenRanks between = BetweenRanks::lower) noexcept
{
    const double rank = share * static_cast<double> (sorted.size () - 1);
    return sorted[static_cast<std::size_t> (between == BetweenRanks::upper ? std::ceil (rank)
                                                                           : rank)];
}

} // namespace melstrom
