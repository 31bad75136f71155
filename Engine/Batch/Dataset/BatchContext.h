// The objects that every part of a run uses.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Telemetry/Trace.h"

#include <atomic>
#include <optional>

namespace melstrom
{

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

    int numHostThreads () const noexcept; ///< at least 1
};

/** Plan, options and context of a run; all must outlive it. */
struct BatchWork
{
    const DatasetPlan& plan;
    const BatchOptions& options;
    const BatchContext& context;
};

/** Fails with tooManyErrors if more files have failed than --max-errors allows. */
Result<void> checkErrorLimit (const BatchOptions& options, const DatasetPlan& plan,
                              std::int64_t numFailed);

} // namespace melstrom
