#include "Tests/Reference/ReferenceDft.h"

#include <cmath>
#include <numbers>

namespace melstrom::testing
{

namespace
{

using Complex = std::complex<double>;

int smallestPrimeFactor (int number)
{
    for (int factor = 2; factor * factor <= number; ++factor)
        if (number % factor == 0)
            return factor;
    return number;
}

} // namespace

ReferenceDft::ReferenceDft (int length)
{
    for (int k = 0; k < length; ++k)
    {
        const long double angle = -2 * std::numbers::pi_v<long double> * k / length;
        roots_.emplace_back (static_cast<double> (std::cos (angle)),
                             static_cast<double> (std::sin (angle)));
    }
}

std::vector<Complex> ReferenceDft::halfSpectrum (const std::vector<double>& x) const
{
    const int length = static_cast<int> (roots_.size ());
    std::vector<double> padded = x;
    padded.resize (roots_.size (), 0.0);
    auto spectrum = transform (padded, 0, 1, length);
    spectrum.resize (roots_.size () / 2 + 1);
    return spectrum;
}

/** Transforms x[first], x[first + stride], .... Cuts the sum over n into `factor` sums, one for
    each remainder of n mod factor. */
std::vector<Complex> ReferenceDft::transform (const std::vector<double>& x, int first, int stride,
                                              int length) const
{
    if (length == 1)
        return {x[static_cast<std::size_t> (first)]};

    const int factor = smallestPrimeFactor (length);
    const int partLength = length / factor;
    const auto numRoots = static_cast<std::int64_t> (roots_.size ());
    std::vector<Complex> sum (static_cast<std::size_t> (length));
    for (int r = 0; r < factor; ++r)
    {
        const auto part = transform (x, first + r * stride, stride * factor, partLength);
        for (int k = 0; k < length; ++k)
        {
            const auto turn = static_cast<std::int64_t> (r) * k * stride % numRoots;
            const Complex a = part[static_cast<std::size_t> (k % partLength)];
            const Complex w = roots_[static_cast<std::size_t> (turn)];
            sum[static_cast<std::size_t> (k)] +=
                Complex (a.real () * w.real () - a.imag () * w.imag (),
                         a.real () * w.imag () + a.imag () * w.real ());
        }
    }
    return sum;
}

} // namespace melstrom::testing
