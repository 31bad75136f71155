// Times a batch run on files in the page cache, and the computation alone.
#pragma once

#include "Engine/Backend/Backend.h"

#include <atomic>
#include <cstdint>

namespace melstrom
{

struct BatchTiming
{
    int numFiles = 0, numAtOnce = 0; ///< numAtOnce: pieces that the backend works on
    std::int64_t fileBytes = 0, numRows = 0, bytesWritten = 0;
    double audioSeconds = 0;
    double medianSeconds = 0, slowestSeconds = 0; ///< of a run, from listing to dataset.json
    /** Medians of runs that also write waveforms, and therefore commit several times. onceSynced:
        one sync of each file at the end of the run. */
    double durableSeconds = 0, onceSyncedSeconds = 0;
    std::int64_t durableBytes = 0; ///< written by each of these runs
    double commitRatio () const noexcept { return durableSeconds / onceSyncedSeconds; }
    double computeSeconds = 0;  ///< of the mel rows alone
    std::int64_t peakBytes = 0; ///< resident memory of the process
};

/** 5,000 WAV files of 40,960 samples at 4,096 Hz, preset "leak". Three runs; then alternately three
    runs with waveforms and three of the same without commits before their end. Files are in a
    temporary folder under TMPDIR or /tmp, which is always removed. Fails: diskFull, writeFailed,
    interrupted, and errors of a run. */
Result<BatchTiming> timeBatch (Backend& backend, const std::atomic<bool>& stop);

} // namespace melstrom
