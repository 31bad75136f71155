// Whether an output folder may be written to: what stands in it already, and whose it is.
#pragma once

#include "Engine/Batch/Dataset/BatchOptions.h"
#include "Engine/Batch/Files/Storage.h"

namespace melstrom
{

/** Compares the plan with what is in the output folder, removes it if --overwrite asks for that,
   and leaves plan.json behind. True: the same dataset is there and complete, nothing is to be done.
   The folder must be locked. Fails: otherPlan (nothing was changed; the message says what differs),
   any write error. */
Result<bool> claimFolder (Storage& storage, const BatchOptions& options,
                          const std::string& planText);

} // namespace melstrom
