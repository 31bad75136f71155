// Spectral analysis of sounds for tests: Fourier lines, power above a frequency.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <utility>
#include <vector>

namespace melstrom::testing
{

inline constexpr double kTau = 2 * std::numbers::pi;

/** The discrete Fourier transform. The number of samples is a power of two. Line k is
    sum x[n] exp (-2 pi i k n / N). Source: Cooley & Tukey 1965. */
inline std::vector<std::complex<double>> transformed (const std::vector<std::complex<double>>& in)
{
    if (in.size () == 1)
        return in;
    const std::size_t half = in.size () / 2;
    std::vector<std::complex<double>> even (half), odd (half), out (in.size ());
    for (std::size_t n = 0; n < half; ++n)
    {
        even[n] = in[2 * n];
        odd[n] = in[2 * n + 1];
    }
    even = transformed (even);
    odd = transformed (odd);
    for (std::size_t k = 0; k < half; ++k)
    {
        const double turn = static_cast<double> (k) / static_cast<double> (in.size ());
        const auto right = std::polar (1.0, -kTau * turn) * odd[k];
        out[k] = even[k] + right;
        out[k + half] = even[k] - right;
    }
    return out;
}

inline std::vector<std::complex<double>> linesOf (const std::vector<float>& samples)
{
    return transformed ({samples.begin (), samples.end ()});
}

/** The samples behind a Butterworth high-pass of order 8. Source: four second-order sections by
    Bristow-Johnson's Audio EQ Cookbook, with Q = 1 / (2 cos ((2 i + 1) pi / 16)). */
inline std::vector<double> highPassed (const std::vector<float>& in, double hz, double rateHz)
{
    std::vector<double> out (in.begin (), in.end ());
    const double w = kTau * hz / rateHz, c = std::cos (w);
    for (int section = 0; section < 4; ++section)
    {
        const double alpha = std::sin (w) * std::cos ((2 * section + 1) * std::numbers::pi / 16);
        const double a0 = 1 + alpha, b = (1 + c) / 2 / a0, a1 = -2 * c / a0, a2 = (1 - alpha) / a0;
        double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        for (double& sample : out)
        {
            const double y = b * (sample - 2 * x1 + x2) - a1 * y1 - a2 * y2;
            x2 = std::exchange (x1, sample);
            y2 = std::exchange (y1, y);
            sample = y;
        }
    }
    return out;
}

} // namespace melstrom::testing
