// A command over a disk in memory, and what must hold wherever the power fails.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Tests/Support/Storage/PowerLossStorage.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace melstrom::testing
{

/** Puts a storage between the command and the disk; the disk outlives it. */
using StorageWrapper = std::function<std::unique_ptr<Storage> (PowerLossStorage&)>;

/** Thread: any, by several at once. */
struct CrashScenario
{
    std::string title;
    DiskImage before;
    BatchOptions options;
    DiskImage after; ///< what an undisturbed run leaves

    /** The command. hostThreads: 1 has one thread a stage but the readers', 6 has two writers. */
    Result<BatchOutcome> run (Storage& storage, int hostThreads = 1) const;
    /** The disk when a run has ended after all its rows were written, with its plan there and no table. */
    DiskImage almostNamed () const;

    /** What is wrong with a disk just after the power failed: a final name on an incomplete file,
        a dataset.json whose files are not all there; after an end with success, anything missing. */
    std::optional<std::string> faultOf (const DiskImage& crashed, bool hadSucceeded) const;
    /** What is wrong once the same command has run again over `crashed`. */
    std::optional<std::string> faultAfter (const Result<BatchOutcome>& outcome,
                                           const DiskImage& recovered) const;
};

/** Three WAVs, each a chunk of its own, into an empty disk. SOURCE_DATE_EPOCH must be set for HDF5. */
CrashScenario newDataset (OutputFormat format);
/** The same with --overwrite, where a finished dataset of another spec lies. */
CrashScenario replacedDataset (OutputFormat format);

} // namespace melstrom::testing
