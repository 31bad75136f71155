#include "Engine/Dsp/Resample/BesselI0.h"
#include "Engine/Dsp/Resample/PolyphaseFilter.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace melstrom
{

namespace
{
constexpr int kFilterTaps = 32, kMostPhases = 1024, kAlignedTaps = 8;
constexpr double kCutoff = 0.97, kBeta = 9;

double factorOf (const PolyphaseShape& shape) noexcept
{
    return std::min (shape.numPhases * kCutoff / shape.inputStep, 1.0);
}
} // namespace

int SwresampleRows::tapsOf (const PolyphaseShape& shape) noexcept
{
    const auto taps = static_cast<int> (std::min (1e8, std::ceil (kFilterTaps / factorOf (shape))));
    return taps + taps % 2;
}

SwresampleRows::SwresampleRows (const PolyphaseShape& shape)
    : shape_ (shape), tablePhases_ (std::min (shape.numPhases, kMostPhases))
{
    if (shape.numPhases > kMostPhases)
        tablePhases_ = kMostPhases;
    const int taps = shape.numTaps, centre = (taps - 1) / 2;
    const auto rowAt = [this, taps] (int index)
    { return table_.data () + static_cast<std::ptrdiff_t> (index) * taps; };
    table_.resize (static_cast<std::size_t> (tablePhases_ + 1) * static_cast<std::size_t> (taps));
    const double factor = factorOf (shape);
    const bool isSymmetric = tablePhases_ % 2 == 0;
    double sumOfFirst = 0;
    std::vector<double> window (static_cast<std::size_t> (taps));
    for (int index = 0; index < (isSymmetric ? tablePhases_ / 2 + 1 : tablePhases_); ++index)
    {
        double* const row = rowAt (index);
        for (int tap = 0; tap < taps; ++tap)
        {
            const double x = std::numbers::pi *
                             (tap - centre - static_cast<double> (index) / tablePhases_) * factor;
            const double w = 2 * x / (factor * taps * std::numbers::pi);
            row[tap] = x == 0 ? 1 : std::sin (x) / x;
            window[static_cast<std::size_t> (tap)] =
                std::max (1 - w * w, 0.0) * (kBeta * kBeta / 4);
        }
        besselOfSquares (window.data (), window.size ());
        std::transform (row, row + taps, window.begin (), row, std::multiplies<> ());
        if (index == 0)
            sumOfFirst = std::accumulate (row, row + taps, 0.0);
        if (isSymmetric)
            std::reverse_copy (row, row + taps, rowAt (tablePhases_ - index));
    }
    for (double& tap : table_)
        tap /= sumOfFirst;
    // The row behind the last is the first one, one tap later. Rows are aligned with zeros.
    double* const last = rowAt (tablePhases_);
    std::copy_n (rowAt (0), taps - 1, last + 1);
    last[0] = taps % kAlignedTaps == 0 ? rowAt (0)[taps - 1] : 0;
}

void SwresampleRows::write (int phase, double* row) const
{
    const auto position = std::int64_t {phase} * shape_.inputStep % shape_.numPhases * tablePhases_;
    const auto index = static_cast<int> (position / shape_.numPhases);
    const double fraction = static_cast<double> (position % shape_.numPhases) / shape_.numPhases;
    const double* const here = tableRow (index);
    const double* const next = tableRow (index + 1);
    for (int tap = 0; tap < shape_.numTaps; ++tap)
        row[tap] = here[tap] + fraction * (next[tap] - here[tap]);
}

const double* SwresampleRows::tableRow (int index) const noexcept
{
    return table_.data () + static_cast<std::ptrdiff_t> (index) * shape_.numTaps;
}

} // namespace melstrom
