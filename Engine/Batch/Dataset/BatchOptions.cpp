#include "Engine/Batch/Dataset/BatchOptions.h"

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"

namespace melstrom
{

Result<void> BatchOptions::validate () const
{
    const auto bad = [] (const std::string& message) {
        return Error {ErrorCode::badUsage, message, {}};
    };
    if (inputs.inputs.empty ())
        return bad ("no INPUT was named; give a folder, a file or a list of files");
    if (outputFolder.empty ())
        return bad ("--out is missing; name the folder for the dataset");
    if (waveform && preset.spec.layout != Layout::segments)
        return bad ("--waveform needs a preset with layout = \"segments\"; " + preset.name +
                    " has frames");
    if (format == OutputFormat::h5 && preset.spec.layout == Layout::segments &&
        preset.spec.channels == ChannelMode::each)
        return bad ("--format h5 holds one signal a file in the segments layout; channels = "
                    "\"each\" needs --format npy");
    if (shard && (shard->count < 1 || shard->count > kMostShards || shard->index < 0 ||
                  shard->index >= shard->count))
        return bad ("--shard = " + std::to_string (shard->index) + "/" +
                    std::to_string (shard->count) + ": must be i/n with i from 0 to n - 1");
    const bool isNormalised = preset.spec.normalisation == Normalisation::dataset;
    if (moments && ! isNormalised)
        return bad ("--statistics needs a spec with normalisation = \"dataset\"; add --set "
                    "normalisation=dataset");
    if (shard && isNormalised && ! moments)
        return bad ("--shard computes a part of the files, and normalisation = \"dataset\" needs "
                    "the mean and deviation of all training files; give them with --statistics, "
                    "as a file or as a finished dataset");
    return preset.spec.validate ();
}

Result<void> checkMoments (const BatchOptions& options, const DatasetPlan& plan)
{
    if (options.preset.spec.normalisation != Normalisation::dataset || plan.geometries.empty ())
        return {};
    const auto bad = [] (const std::string& message) {
        return Error {ErrorCode::badUsage, message, {}};
    };
    const auto numFeatures = static_cast<std::size_t> (plan.anyGeometry ().numFeatures);
    if (options.moments && options.moments->mean.size () != numFeatures)
        return bad ("--statistics has numbers for " +
                    std::to_string (options.moments->mean.size ()) + " bands, but the spec has " +
                    std::to_string (numFeatures) +
                    " features; give the numbers of a dataset of this spec");
    if (options.needsRawRows () && plan.numRows[0] == 0 && plan.numRows[1] + plan.numRows[2] > 0)
        return bad ("normalisation = \"dataset\" needs rows of training, and no file of training "
                    "can be used; give the mean and deviation with --statistics, or change the "
                    "split");
    return {};
}

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
                  groupedText (numFailed) + " of " +
                      countText (static_cast<std::int64_t> (plan.files.size ()), "file") +
                      " failed, but --max-errors allows " + groupedText (*limit) +
                      "; no file has its final name",
                  {}};
}

} // namespace melstrom
