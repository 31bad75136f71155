// A steep high-pass for tests that look for clicks.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace melstrom::testing
{

/** The largest magnitude from sample `first` on, behind a Butterworth high-pass of eighth order at
    4 kHz, in double. Source: the poles of a Butterworth filter; each pair becomes a section by the
    bilinear transform with a prewarped corner. */
inline double peakAbove4kHz (const std::vector<float>& samples, double sampleRateHz, int first)
{
    std::vector<double> sound (samples.begin (), samples.end ());
    const double k = std::tan (std::numbers::pi * 4000 / sampleRateHz);
    for (const int pair : {1, 3, 5, 7})
    {
        const double damping = 2 * std::sin (pair * std::numbers::pi / 16);
        const double norm = 1 / (1 + damping * k + k * k);
        const double a1 = 2 * (k * k - 1) * norm, a2 = (1 - damping * k + k * k) * norm;
        double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        for (double& sample : sound)
        {
            const double y = norm * (sample - 2 * x1 + x2) - a1 * y1 - a2 * y2;
            x2 = x1;
            x1 = sample;
            y2 = y1;
            y1 = y;
            sample = y;
        }
    }
    double peak = 0;
    for (std::size_t n = static_cast<std::size_t> (first); n < sound.size (); ++n)
        peak = std::max (peak, std::fabs (sound[n]));
    return peak;
}

} // namespace melstrom::testing
