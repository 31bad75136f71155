// How fast a file system takes one large output file by each way, measured once and cached.
#pragma once

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Batch/Output/FileSystem.h"
#include "Engine/Batch/Output/WriteTrial.h"

#include <optional>

namespace melstrom
{

/** The key of a value that concerns a file system: its `device` is the file system, its `driver` the
    kernel. */
MeasuredOn measuredOn (const FileSystem& system);

/** Median rates of one file written by all threads in the page cache, reserved first. */
struct OutputRates
{
    double pwriteGbPerS = 0;
    std::optional<double> mappingGbPerS; ///< empty: this file system has no output by mapping

    double bestGbPerS () const noexcept;
    /** Of a file of this size, by the way that `OutputWay::automatic` takes. */
    double gbPerSOf (std::int64_t bytes) const noexcept;
    /** A mapping is used where it is faster by a tenth at least; else nothing is risked. */
    bool mappingWins () const noexcept;
};

/** Smaller files are written by pwrite: a measurement would cost more than a mapping can save in some
    runs, or in one. */
inline constexpr std::int64_t kLeastMappedBytes = 256 << 20;
inline constexpr std::int64_t kLeastMeasuredBytes = std::int64_t {1} << 30; ///< if nothing is kept

/** Writes 128 MiB by each way in turn, up to three times, for at most about 2 s. Leaves no file.
    Fails: as timeWrite; diskFull unless 512 MiB are free. */
Result<OutputRates> measureOutput (const std::string& folder, const std::atomic<bool>& stop);

/** The cached rates for the file system of `folder` on this machine with this version; measures and
    caches them if there are none. The entry "writing" of the file is described in docs/scale.md.
    cacheFile: empty: measures, and keeps nothing. Fails: as measureOutput. */
Result<OutputRates> outputRates (const std::string& folder,
                                 const std::optional<std::string>& cacheFile,
                                 const std::atomic<bool>& stop);

/** The cached rates alone; measures nothing. */
std::optional<OutputRates> knownOutputRates (const std::string& folder,
                                             const std::string& cacheFile);

} // namespace melstrom
