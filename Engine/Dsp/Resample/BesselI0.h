// The window function of Kaiser's filters.
#pragma once

namespace melstrom
{

/** Modified Bessel function of the first kind, order 0, by its power series (Abramowitz and Stegun
    9.6.12). Relative error below 1e-14 for 0 <= x <= 20; tested in PolyphaseFilterTests. */
inline double besselI0 (double x) noexcept
{
    const double quarter = x * x / 4;
    double sum = 1, term = 1;
    for (int k = 1; term > 1e-17 * sum; ++k)
    {
        term *= quarter / (static_cast<double> (k) * k);
        sum += term;
    }
    return sum;
}

} // namespace melstrom
