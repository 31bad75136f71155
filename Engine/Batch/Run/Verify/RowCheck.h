// Computes rows of a finished dataset anew from their audio, and compares them.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Batch/Run/Verify/StatisticsCheck.h"
#include "Engine/Batch/Run/Verify/Verify.h"

#include <memory>
#include <string>
#include <utility>

namespace melstrom
{
struct ExtractedFile;

/** Rows that differ become faults in `report`; advances its counts of sampled files. All arguments
    must outlive it. Thread: one at a time. */
class RowCheck
{
public:
    RowCheck (const VerifyOptions& options, const FinishedDataset& dataset,
              const BatchContext& context, VerifyReport& report)
        : options_ (options), dataset_ (dataset), context_ (context), report_ (report)
    {
    }

    /** Checks some files, spread evenly over those in the dataset; needs `dataset.files`. Fails:
        interrupted, and as a CPU backend does if one must be made. */
    Result<void> check (StatisticsCheck* statistics);

private:
    Result<Backend*> backendOfRows ();
    Result<Backend*> withVariants (Backend& backend);
    Result<void> recompute (const FileLine& line, Backend* backend);
    void compare (const FileLine& line, Backend& backend);
    void normalise (ExtractedFile& extracted) const;
    void fault (std::string text) { report_.faults.push_back (std::move (text)); }

    const VerifyOptions& options_;
    const FinishedDataset& dataset_;
    const BatchContext& context_;
    VerifyReport& report_;
    std::unique_ptr<Backend> cpu_; ///< if a CPU made the rows and the given backend is another
};

} // namespace melstrom
