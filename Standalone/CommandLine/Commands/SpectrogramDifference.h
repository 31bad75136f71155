// How far two spectrograms in dB are apart.
#pragma once

#include "Source/Picture/Spectrogram.h"

namespace melstrom
{

/** Statistics of second minus first over the cells in which at least one of them is within kRangeDb
   of its maximum; what lies lower counts as that low. */
struct SpectrogramDifference
{
    static constexpr double kRangeDb = 80;

    /** same number of bands and same frames; else both on the coarser grid */
    bool isCellByCell = false;
    std::int64_t numFrames = 0, numBands = 0, numCells = 0;
    double meanDb = 0, largestDb = 0; ///< of the difference, and of its size
    double p95Db = 0;                 ///< 95 % of the cells differ by at most this
    double p95WithoutMeanDb = 0;      ///< the same after taking away the mean
    double p95WithoutBandMeansDb = 0; ///< and after taking away each band's own
};

/** Both hold power or magnitude bands; neither is changed. durationSeconds: what comes later is
   padding, and not looked at. numCells is 0 where they have no time or no frequency in common. */
SpectrogramDifference differenceOf (const Spectrogram& first, const Spectrogram& second,
                                    double durationSeconds);

} // namespace melstrom
