// Weighted sums of pairs of values, for the line that fits them best.
#pragma once

namespace melstrom
{

struct LineSums
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

    void add (double weight, double atX, double atY) noexcept
    {
        n += weight;
        x += weight * atX;
        y += weight * atY;
        xx += weight * atX * atX;
        xy += weight * atX * atY;
        yy += weight * atY * atY;
    }
    /** Sums of squared deviations from the mean, and of their products; n > 0. */
    double varianceX () const noexcept { return xx - x * x / n; }
    double varianceY () const noexcept { return yy - y * y / n; }
    double covariance () const noexcept { return xy - x * y / n; }
};

} // namespace melstrom
