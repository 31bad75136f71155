// What this machine can do of each kind of work of a batch run, for the last column of --profile.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Files/Storage.h"
#include "Standalone/CommandLine/Terminal/ProfileReport.h"

#include <atomic>
#include <optional>
#include <string>

namespace melstrom
{

struct CeilingOrder
{
    Storage& storage; ///< of the run
    const std::string& folder;
    Backend& backend;
    const Extraction& extraction;
    std::int64_t numRows = 0;                ///< computed in it; those of two passes count twice
    std::optional<std::string> measuredFile; ///< empty: nothing is kept
    const std::atomic<bool>& stop;
};

/** Measures after a run, for about a second; 2 s more if it wrote 256 MiB or more and the output's
    file system was never measured. Keeps nothing, on the disk or in measured values.
      read       the dataset's files once more, with as many threads as the run had readers
      compute    rows of noise, with nothing else to do
      copy in, copy out  pinned memory to each of the GPUs, and back, one way at a time
      write      one file on the output's file system, by the faster way
    Kinds of which the run had no bytes, and those that cannot be measured, have no ceiling. */
WorkCeilings measureCeilings (const CeilingOrder& order);

} // namespace melstrom
