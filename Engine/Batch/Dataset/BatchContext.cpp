#include "Engine/Batch/Dataset/BatchContext.h"

#include "Engine/Core/ParallelFor.h"

namespace melstrom
{

int BatchContext::numHostThreads () const noexcept
{
    return hostThreads.value_or (hardwareThreads ());
}

Result<void> checkErrorLimit (const BatchOptions& options, const DatasetPlan& plan,
                              std::int64_t numFailed)
{
    std::optional<std::int64_t> limit = options.maxErrors;
    if (options.maxErrorRatio)
        limit = static_cast<std::int64_t> (*options.maxErrorRatio *
                                           static_cast<double> (plan.files.size ()));
    if (! limit || numFailed <= *limit)
        return {};
    return Error {ErrorCode::tooManyErrors,
                  std::to_string (numFailed) + " of " + std::to_string (plan.files.size ()) +
                      " files failed, but --max-errors allows " + std::to_string (*limit) +
                      "; no file has its final name",
                  {}};
}

} // namespace melstrom
