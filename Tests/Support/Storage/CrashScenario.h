// A command on a disk in memory, and the conditions after a power failure at any event.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Tests/Support/Storage/PowerLossStorage.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace melstrom::testing
{

/** Puts a storage between the command and the disk. The disk outlives it. */
using StorageWrapper = std::function<std::unique_ptr<Storage> (PowerLossStorage&)>;

/** Thread: any, concurrently. */
struct CrashScenario
{
    std::string title;
    DiskImage before;
    BatchOptions options;
    DiskImage after; ///< the disk after an undisturbed run

    /** Runs the command. hostThreads: 1 has one thread for each stage except the readers, 6 has two
        writers. */
    Result<BatchOutcome> run (Storage& storage, int hostThreads = 1) const;
    /** The disk after a run that ended when all rows were written: the plan exists, and no
        table. */
    DiskImage almostNamed () const;

    /** The fault of a disk right after the power failure: a final name on an incomplete file, or a
        dataset.json with missing files. If the run had succeeded: any missing file. */
    std::optional<std::string> faultOf (const DiskImage& crashed, bool hadSucceeded) const;
    /** The fault after a second run of the same command over `crashed`. */
    std::optional<std::string> faultAfter (const Result<BatchOutcome>& outcome,
                                           const DiskImage& recovered) const;
};

/** Writes three WAVs, one chunk each, into an empty disk. SOURCE_DATE_EPOCH must be set for
    HDF5. */
CrashScenario newDataset (OutputFormat format);
/** The same with --overwrite over a finished dataset of a different spec. */
CrashScenario replacedDataset (OutputFormat format);
/** A new dataset whose rows are normalised by their own mean and deviation. */
CrashScenario normalisedDataset (OutputFormat format);

} // namespace melstrom::testing
