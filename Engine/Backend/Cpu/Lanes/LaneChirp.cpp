// Tables of a transform by convolution with a chirp.
#include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"

#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>

namespace melstrom
{

namespace
{
using Points = std::vector<std::complex<double>>;

/** exp (-pi i n^2 / numInputs). n^2 modulo 2 numInputs is exact. */
std::complex<double> chirpAt (std::int64_t n, int numInputs)
{
    const std::int64_t turn = n * n % (2 * std::int64_t {numInputs});
    return std::polar (1.0, -std::numbers::pi * static_cast<double> (turn) / numInputs);
}

/** In double, by halves, thirds and fifths. Source: Cooley & Tukey 1965.
    roots (all points) exp (-2 pi i k / points) */
Points transformOf (const Points& points, const Points& roots)
{
    const std::size_t length = points.size ();
    const auto radix = static_cast<std::size_t> (largestPrimeFactor (static_cast<int> (length)));
    if (radix == 1)
        return points;
    const std::size_t groups = length / radix, rootStep = roots.size () / length;
    Points whole (length);
    for (std::size_t part = 0; part < radix; ++part)
    {
        Points every (groups);
        for (std::size_t n = 0; n < groups; ++n)
            every[n] = points[n * radix + part];
        every = transformOf (every, roots);
        for (std::size_t k = 0; k < length; ++k)
            whole[k] += every[k % groups] * roots[part * k % length * rootStep];
    }
    return whole;
}

Points rootsOf (int numPoints)
{
    Points roots;
    for (int k = 0; k < numPoints; ++k)
        roots.push_back (std::polar (1.0, -2 * std::numbers::pi * k / numPoints));
    return roots;
}

void append (std::vector<float>& to, std::complex<double> value)
{
    to.push_back (static_cast<float> (value.real ()));
    to.push_back (static_cast<float> (value.imag ()));
}
} // namespace

LaneChirp::LaneChirp (int inputs, int outputs, int numPoints)
    : numInputs (inputs), numOutputs (outputs)
{
    Points response (static_cast<std::size_t> (numPoints));
    for (int n = 0; n < inputs; ++n)
    {
        const auto value = chirpAt (n, inputs);
        append (chirp, value);
        if (n < outputs)
            response[static_cast<std::size_t> (n)] = std::conj (value);
        if (n > 0)
            response[static_cast<std::size_t> (numPoints - n)] = std::conj (value);
    }
    for (const auto value : transformOf (response, rootsOf (numPoints)))
        append (kernel, value / static_cast<double> (numPoints));
}

} // namespace melstrom
