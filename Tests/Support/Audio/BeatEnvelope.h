// Whether beats repeat: the envelope of a sound and its autocorrelation.
//   envelope         power of both channels together in windows of 40 ms, every 20 ms
//   autocorrelation  Pearson's coefficient between the envelope and the envelope `lag` later, over
//                    its whole length
#pragma once

#include "Tests/Support/Audio/StereoSound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace melstrom::testing
{

inline constexpr double kEnvelopeHz = 50;

/** Leaves out the first `skippedSamples`. rateHz: a multiple of 50 */
inline std::vector<double> envelopeOf (const StereoSound& sound, double rateHz,
                                       std::size_t skippedSamples = 0)
{
    const auto hop = static_cast<std::size_t> (rateHz / kEnvelopeHz), window = 2 * hop;
    std::vector<double> envelope;
    for (std::size_t first = skippedSamples; first + window <= sound.left.size (); first += hop)
    {
        double power = 0;
        for (std::size_t n = first; n < first + window; ++n)
            power += std::pow (sound.left[n], 2) + std::pow (sound.right[n], 2);
        envelope.push_back (power);
    }
    return envelope;
}

inline double correlationAt (const std::vector<double>& x, std::size_t lag)
{
    const std::size_t count = x.size () - lag;
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (std::size_t i = 0; i < count; ++i)
    {
        a += x[i];
        b += x[i + lag];
        aa += x[i] * x[i];
        bb += x[i + lag] * x[i + lag];
        ab += x[i] * x[i + lag];
    }
    const auto n = static_cast<double> (count);
    return (n * ab - a * b) / std::sqrt ((n * aa - a * a) * (n * bb - b * b));
}

/** Highest autocorrelation over lags up to 10 s. The lags begin at 0.2 s, or at a quarter of a
    cycle of beatHz if that is longer. beatHz: frequency offset of the outermost copy from the
    note */
inline double highestCorrelation (const std::vector<double>& envelope, double beatHz)
{
    double highest = -1;
    const double from = std::max (0.2, 0.25 / beatHz);
    for (auto lag = static_cast<std::size_t> (std::ceil (from * kEnvelopeHz));
         lag <= static_cast<std::size_t> (10 * kEnvelopeHz); ++lag)
        highest = std::max (highest, correlationAt (envelope, lag));
    return highest;
}

} // namespace melstrom::testing
