// Quantiles of sorted values.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace melstrom
{

/** The neighbour to return if a rank lies between two values. */
enum class BetweenRanks
{
    lower,
    upper
};

/** The value of rank share * (size - 1), where share 0 is the smallest and 1 the largest value.
    Returns one of the values, never a mean of two. sorted (values), ascending, not empty; share 0
    to 1. Thread: any. Fails: never. */
template <typename T>
T quantileOf (std::span<const T> sorted, double share,
              BetweenRanks between = BetweenRanks::lower) noexcept
{
    const double rank = share * static_cast<double> (sorted.size () - 1);
    return sorted[static_cast<std::size_t> (between == BetweenRanks::upper ? std::ceil (rank)
                                                                           : rank)];
}

} // namespace melstrom
