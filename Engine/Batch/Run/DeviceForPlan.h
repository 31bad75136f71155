// The device of a run with `--backend auto`: the recorded kind, else the one that is predicted to
// end first.
#pragma once

#include "Engine/Backend/Choice/MelRates.h"
#include "Engine/Batch/Dataset/BatchContext.h"

namespace melstrom
{

/** False: the backend waits for `chooseDevice`. */
bool isDeviceKnown (const Backend& backend);

/** The work of a plan. Reading is estimated from the plan: nothing is measured.
    hostThreads: of the run */
MelWork workOf (const DatasetPlan& plan, const BatchOptions& options, int hostThreads);

/** Decides for a backend whose device is not known, from `workOf` and the output's rates if these were
    measured. Without --overwrite the kind of device of the
    run or dataset in the output folder is taken. Thread: one. Fails: as AutomaticBackend. */
Result<void> chooseDevice (const DatasetPlan& plan, const BatchOptions& options,
                           const BatchContext& context);

/** Leaves out GPUs of a run on all of them, if reading or writing is predicted to limit fewer. The
    rows have the same bits on any of them. Returns a sentence if they stay, because the user named
    them; else an empty one. Without a rate of such a GPU that was measured before, it does nothing.
    The device must be up, and without plans. */
std::string leaveOutSurplus (const DatasetPlan& plan, const BatchOptions& options,
                             const BatchContext& context);

} // namespace melstrom
