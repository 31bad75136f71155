// Times a whole batch run on files in the page cache beside the computation that is in it.
#pragma once

#include "Engine/Backend/Backend.h"

#include <atomic>
#include <cstdint>

namespace melstrom
{

struct BatchTiming
{
    int numFiles = 0, numAtOnce = 0; ///< pieces that the backend works on
    std::int64_t fileBytes = 0, numRows = 0, bytesWritten = 0;
    double audioSeconds = 0;
    double medianSeconds = 0, slowestSeconds = 0; ///< of a run, from listing to dataset.json
    /** Medians of runs that write waveforms, too, and so commit several times; the second with one sync a file, at its
        end. */
    double durableSeconds = 0, onceSyncedSeconds = 0;
    std::int64_t durableBytes = 0; ///< written by each of them
    double commitRatio () const noexcept { return durableSeconds / onceSyncedSeconds; }
    double computeSeconds = 0;  ///< of the mel rows alone
    std::int64_t peakBytes = 0; ///< resident, of the process
};

/** 5,000 WAV files of 40,960 samples at 4,096 Hz, preset "leak"; three runs. Then by turns three with waveforms and
   three of the same that commit nothing until their end. They stand in a folder
   of its own under TMPDIR or /tmp, which is removed whatever happens. Fails: diskFull, writeFailed,
   interrupted, and what a run can fail with. */
Result<BatchTiming> timeBatch (Backend& backend, const std::atomic<bool>& stop);

} // namespace melstrom
