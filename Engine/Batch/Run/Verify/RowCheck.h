// Rows of a finished dataset computed anew from their audio.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Batch/Run/Verify/Verify.h"

#include <memory>
#include <string>
#include <utility>

namespace melstrom
{

/** Rows that differ become faults in `report`, whose counts of sampled files move. All that is handed in must outlive
    it. Thread: one at a time. */
class RowCheck
{
public:
    RowCheck (const VerifyOptions& options, const FinishedDataset& dataset,
              const BatchContext& context, VerifyReport& report)
        : options_ (options), dataset_ (dataset), context_ (context), report_ (report)
    {
    }

    /** Some files, spread evenly over those that are in the dataset; needs `dataset.files`. Fails: interrupted, and as
        a CPU backend does where one has to be made. */
    Result<void> check ();

private:
    Result<Backend*> backendOfRows ();
    Result<Backend*> withVariants (Backend& backend);
    Result<void> recompute (const FileLine& line, Backend* backend);
    void compare (const FileLine& line, Backend& backend);
    void fault (std::string text) { report_.faults.push_back (std::move (text)); }

    const VerifyOptions& options_;
    const FinishedDataset& dataset_;
    const BatchContext& context_;
    VerifyReport& report_;
    std::unique_ptr<Backend> cpu_; ///< where it made the rows and another backend verifies
};

} // namespace melstrom
