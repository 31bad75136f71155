#include "Source/Timeline/WindowSpectrum.h"

#include "Engine/Dsp/Mel/BandLevels.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr double kOctavesPerDb = 0.33219280948873626; // of power: log2 (10) / 10
} // namespace

void WindowSpectrum::clear ()
{
    average_.clear ();
    peaks_.clear ();
}

void WindowSpectrum::compute (const RowStore& rows, IndexRange range, bool keepsPeaks)
{
    range = common (range, {rows.firstRow (), rows.endRow ()});
    const auto numBands = static_cast<std::size_t> (rows.geometry ().numBands);
    levels_.resize (numBands);
    average_.clear ();
    if (! keepsPeaks || peaks_.size () != numBands)
        peaks_.clear ();
    if (loudest (rows, range, levels_) == RowPresence::missing)
        return;
    peaks_.resize (numBands, BandLevels::kSilenceDb);
    std::ranges::transform (levels_, peaks_, peaks_.begin (),
                            [] (float one, float other) { return std::max (one, other); });
    computeAverage (rows, range);
}

void WindowSpectrum::computeAverage (const RowStore& rows, IndexRange range)
{
    // a power of two, so that positions stay while the range grows
    std::int64_t step = 1;
    while ((range.end - range.first) / step > kMostRows)
        step *= 2;
    powers_.assign (levels_.size (), 0);
    int numRows = 0;
    for (auto row = (range.first + step - 1) / step * step; row < range.end; row += step)
    {
        if (loudest (rows, {row, row + 1}, levels_) == RowPresence::missing &&
            loudest (rows, {row, std::min (row + step, range.end)}, levels_) ==
                RowPresence::missing)
            continue;
        ++numRows;
        for (std::size_t band = 0; band < levels_.size (); ++band)
            powers_[band] += std::exp2 (static_cast<double> (levels_[band]) * kOctavesPerDb);
    }
    if (numRows == 0)
        return;
    average_.resize (powers_.size ());
    std::ranges::transform (powers_, average_.begin (),
                            [numRows] (double power)
                            {
                                const double mean = power / numRows;
                                return mean > 0
                                           ? std::max (BandLevels::kSilenceDb,
                                                       static_cast<float> (10 * std::log10 (mean)))
                                           : BandLevels::kSilenceDb;
                            });
}

} // namespace melstrom
