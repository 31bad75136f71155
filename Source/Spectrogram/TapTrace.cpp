#include "Source/Spectrogram/TapTrace.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

void TapTrace::begin (const MelGeometry& geometry)
{
    const auto bank = makeMelBank (geometry);
    levels_ = BandLevels (geometry, bank);
    const double rowsPerSecond = double (geometry.rateHz) / geometry.hopSamples;
    live_ = {bandPlanOf (geometry, bank),
             RowHistory (geometry.numBands,
                         static_cast<int> (std::ceil (kLongestSeconds * rowsPerSecond)) + 1),
             {},
             rowsPerSecond,
             0};
}

void TapTrace::append (const TapRows& rows, double heardDb)
{
    const auto numBands = static_cast<std::size_t> (live_.rows.numBands ());
    if (rows.numRows <= 0 || numBands == 0 ||
        rows.values.size () != numBands * static_cast<std::size_t> (rows.numRows))
        return;
    decibels_.resize (rows.values.size ());
    std::ranges::transform (rows.values, decibels_.begin (),
                            [this] (float value) { return levels_.decibels (value); });
    live_.rows.append (rows.firstRow, rows.numRows, decibels_.data ());
    live_.peaks.resize (numBands, BandLevels::kSilenceDb);
    for (std::size_t n = 0; n < decibels_.size (); ++n)
    {
        live_.peaks[n % numBands] = std::max (live_.peaks[n % numBands], decibels_[n]);
        if (static_cast<double> (decibels_[n]) > heardDb)
            live_.endOfHeard = rows.firstRow + static_cast<std::int64_t> (n / numBands) + 1;
    }
}

void TapTrace::freeze (bool isFrozen)
{
    if (! isFrozen)
        frozen_.reset ();
    else if (! frozen_)
        frozen_ = live_;
}

void TapTrace::forgetPeaks ()
{
    live_.peaks.clear ();
    if (frozen_)
        frozen_->peaks.clear ();
}

} // namespace melstrom
