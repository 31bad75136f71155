// The window function of Kaiser's filters.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace melstrom
{

/** 1/(k!)^2 for k = 0 ... 36. */
inline constexpr auto kBesselTerms = []
{
    std::array<double, 37> terms {1};
    for (std::size_t k = 1; k < terms.size (); ++k)
        terms[k] = terms[k - 1] / static_cast<double> (k * k);
    return terms;
}();

/** Each value q becomes I0 (2 sqrt (q)), with I0 the modified Bessel function of the first kind,
    order 0, by its power series, the sum of q^k/(k!)^2 (Abramowitz and Stegun 9.6.12). Relative error
    below 1e-14 for 0 <= q <= 100; tested in PolyphaseTests. Thread: any. */
inline void besselOfSquares (double* values, std::size_t count) noexcept
{
    constexpr std::size_t kLanes = 8; // sums that do not wait for each other
    for (std::size_t first = 0; first < count; first += kLanes)
    {
        std::array<double, kLanes> squares {}, sums {};
        const auto some = std::min (kLanes, count - first);
        std::copy_n (values + first, some, squares.begin ());
        for (auto term = kBesselTerms.rbegin (); term != kBesselTerms.rend (); ++term)
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                sums[lane] = sums[lane] * squares[lane] + *term;
        std::copy_n (sums.begin (), some, values + first);
    }
}

/** I0 (x) for 0 <= x <= 20. */
inline double besselI0 (double x) noexcept
{
    double value = x * x / 4;
    besselOfSquares (&value, 1);
    return value;
}

} // namespace melstrom
