// Exit codes of the program. Scripts depend on them.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Engine/Core/Error.h"

namespace melstrom
{

enum class ExitCode
{
    allIn = 0,       ///< every input is in the dataset; in other modes: success
    fault = 1,       ///< internal error, or a failed check
    badUsage = 2,    ///< or a bad spec, or a missing device; nothing was written
    someFailed = 3,  ///< the dataset is finished and valid, but lacks inputs
    environment = 4, ///< disk, memory, a lost device, input or output; repeat the run
    otherPlan = 5,   ///< the folder has a different plan; nothing was changed
    verificationFailed = 6,
    locked = 7,
    tooManyErrors = 8,
    slower = 9, ///< a measure of --bench is slower than --against allows
    hungUp = 129,
    interrupted = 130,
    terminated = 143
};

/** Exit code of a run's error. `signal`: the signal that stopped the run, or 0; used for
    ErrorCode::interrupted alone. An invalid audio file is someFailed, a missing one badUsage, an
    unreadable one environment. */
ExitCode exitCodeOf (const Error& error, int signal = 0) noexcept;

/** Exit code of a run that ended with a dataset. Failures up to --max-errors do not count. */
ExitCode exitCodeOf (const BatchOutcome& outcome, const BatchOptions& options) noexcept;

} // namespace melstrom
