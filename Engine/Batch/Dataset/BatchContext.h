// The objects that every part of a run uses.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Telemetry/Trace.h"

#include <atomic>
#include <functional>
#include <optional>

namespace melstrom
{

/** How a run treats the disks and the page cache under its input files. */
struct InputAccess
{
    /** the files are on the real file system: cold ones are read ahead of the readers, and the number
        of readers is measured */
    bool isReal = false;
    std::optional<std::string> measuredFile {}; ///< of measured values; empty: keeps nothing
};

/** Services of a run; all must outlive it. */
struct BatchContext
{
    Storage& storage;
    Backend& backend;
    BatchCounters& counters;
    Trace& trace;
    /** set from a signal handler: the run commits and ends within 5 s, with no file under its final
        name */
    const std::atomic<bool>& stop;
    /** that plan, read and write; empty: as many as the machine has */
    std::optional<int> hostThreads {};
    /** receives a line for each slab and each choice of the run; thread: any, several at once;
        empty: nobody asks */
    std::function<void (const std::string&)> debug {};

    InputAccess access {};

    int numHostThreads () const noexcept; ///< at least 1
};

/** Plan, options and context of a run; all must outlive it. */
struct BatchWork
{
    const DatasetPlan& plan;
    const BatchOptions& options;
    const BatchContext& context;
};

/** Checks what normalisation = "dataset" needs of the plan. Fails: badUsage (--statistics has
    numbers for another number of features; no row of training). */
Result<void> checkMoments (const BatchOptions& options, const DatasetPlan& plan);

/** Fails with tooManyErrors if more files have failed than --max-errors allows. */
Result<void> checkErrorLimit (const BatchOptions& options, const DatasetPlan& plan,
                              std::int64_t numFailed);

} // namespace melstrom
