// What the program's exit status says. A script that runs for a night decides by it.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Engine/Core/Error.h"

namespace melstrom
{

enum class ExitCode
{
    allIn = 0,       ///< every input is in the dataset; in other modes: done
    fault = 1,       ///< ours
    badUsage = 2,    ///< or a bad spec, or a device that is not there; nothing was written
    someFailed = 3,  ///< finished and valid, but not all inputs are in
    environment = 4, ///< disk, memory, a lost device, input or output; can be run again
    otherPlan = 5,   ///< nothing was changed
    verificationFailed = 6,
    locked = 7,
    tooManyErrors = 8,
    hungUp = 129,
    interrupted = 130,
    terminated = 143
};

/** For what ended a run. `signal` is the one that asked for the end, or 0; ErrorCode::interrupted
    alone looks at it. An audio file that cannot be used is someFailed, one that cannot be found
    badUsage, one that cannot be read environment. */
ExitCode exitCodeOf (const Error& error, int signal = 0) noexcept;

/** For a run that ended with a dataset: as many failures as --max-errors allows count as none. */
ExitCode exitCodeOf (const BatchOutcome& outcome, const BatchOptions& options) noexcept;

} // namespace melstrom
