// How fast a file system takes one large output file by each way, measured once and cached.
#pragma once

#include "Engine/Batch/Output/WriteTrial.h"

#include <optional>

namespace melstrom
{

/** Median rates of one file written by all threads in the page cache, reserved first. */
struct OutputRates
{
    double pwriteGbPerS = 0;
    std::optional<double> mappingGbPerS; ///< empty: this file system has no output by mapping

    double bestGbPerS () const noexcept;
    /** A mapping is used where it is faster by a tenth at least; else nothing is risked. */
    bool mappingWins () const noexcept;
};

/** Writes 128 MiB by each way in turn, up to three times, for at most about 2 s. Leaves no file.
    Fails: as timeWrite; diskFull unless 512 MiB are free. */
Result<OutputRates> measureOutput (const std::string& folder, const std::atomic<bool>& stop);

/** The cached rates for the file system of `folder` on this machine with this version; measures and
    caches them if there are none. The entry "output" of the file is described in docs/scale.md.
    cacheFile: empty: measures, and keeps nothing. Fails: as measureOutput. */
Result<OutputRates> outputRates (const std::string& folder,
                                 const std::optional<std::string>& cacheFile,
                                 const std::atomic<bool>& stop);

} // namespace melstrom
