#include "Standalone/CommandLine/Options/ModeArguments.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Standalone/CommandLine/Options/FeatureArguments.h"

#include <filesystem>

namespace melstrom
{

namespace
{
/** Follows links, as the system does for "..". `from` may not exist yet. */
std::string relativePath (const std::string& path, const std::string& from)
{
    using std::filesystem::absolute;
    std::error_code failed;
    const auto relative =
        std::filesystem::relative (absolute (path, failed), absolute (from, failed), failed);
    return failed || relative.empty () ? absolute (path, failed).string () : relative.string ();
}
} // namespace

Result<MergeRequest> readMergeRequest (const ParsedArguments& parsed)
{
    MergeRequest request;
    request.options.outputFolder = tidyPath (parsed.operands.front ());
    for (std::size_t i = 1; i < parsed.operands.size (); ++i)
    {
        const std::string folder = tidyPath (parsed.operands[i]);
        request.options.shards.push_back (
            {folder, relativePath (folder, request.options.outputFolder)});
    }
    request.options.copiesRows = parsed.has ("--merge-copy");
    request.isCached = ! parsed.has ("--no-cache");
    request.options.overwrite = parsed.has ("--overwrite");
    const auto progress = readProgress (parsed);
    const auto computation = readComputation (parsed);
    if (! progress || ! computation)
        return progress ? computation.error () : progress.error ();
    request.progress = *progress;
    request.numThreads = computation->numThreads;
    BatchOptions limits;
    MELSTROM_TRY (readMaxErrors (parsed, limits));
    request.maxErrors = limits.maxErrors;
    request.maxErrorRatio = limits.maxErrorRatio;
    return request;
}

} // namespace melstrom
