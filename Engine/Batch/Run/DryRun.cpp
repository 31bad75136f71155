#include "Engine/Batch/Run/DryRun.h"

#include "Engine/Backend/Choice/RowRate.h"
#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/PlanSteps.h"
#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Run/ComputationChoice.h"
#include "Engine/Batch/Run/DeviceForPlan.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
constexpr double kTimingSeconds = 0.2;
/** Free bytes at a folder, or at its nearest parent that exists. */
std::int64_t freeBytesFor (Storage& storage, std::string folder)
{
    for (;;)
    {
        if (auto free = storage.freeBytes (folder))
            return *free;
        const std::size_t slash = folder.find_last_of ('/');
        if (folder == "." || folder == "/")
            return 0;
        folder = slash == std::string::npos ? "." : slash == 0 ? "/" : folder.substr (0, slash);
    }
}

/** The files that --overwrite would remove. The plan gets shape and computation, as in a run.
    Fails: as a run would before it writes. */
Result<std::vector<std::string>> removalsOf (DatasetPlan& plan, const BatchOptions& options,
                                             const BatchContext& context)
{
    MELSTROM_TRY (giveShape (plan, computedSpec (options.preset.spec)));
    ComputationChoice choice (options, context);
    choice.begin ();
    MELSTROM_TRY_VALUE (plan.computation, choice.finish (plan.geometries));
    // only its length counts
    const auto digestOfWhole = options.shard ? hashDigits (0) : std::string ();
    const PlanText text (plan, options, settingsJson (options, deviceKindOf (context.backend)),
                         context.numHostThreads (), digestOfWhole, choice.deviceChoice ());
    auto removals = filesToOverwrite ({plan, options, context}, text.numBytes ());
    if (removals)
        std::sort (removals->begin (), removals->end ());
    return removals;
}
} // namespace

static Result<DryRunReport> runDry (const BatchOptions& options, const BatchContext& context)
{
    MELSTROM_TRY (options.validate ());
    MELSTROM_TRY_VALUE (auto list, listInputs (context.storage, options, context.counters));
    MELSTROM_TRY_VALUE (auto plan, planDataset (context.storage, options, std::move (list),
                                                std::clamp (context.numHostThreads (), 2, 16),
                                                {context.counters, context.stop}));
    MELSTROM_TRY (checkMoments (options, plan));
    if (options.shard)
        plan = partOfPlan (plan, filesOfShard (plan, *options.shard), options.preset.spec);
    DryRunReport report;
    report.numFiles = static_cast<std::int64_t> (plan.files.size ());
    report.audioHours = plan.totalSeconds / 3600.0;
    report.skipped = plan.skipped;
    report.lengths = plan.lengths;
    report.warnings = plan.warnings;
    report.numLabels = static_cast<std::int64_t> (plan.labels.size ());
    report.hasSplits = plan.hasSplits;
    report.numFilesInSplit = plan.numFiles;
    const bool hasRows = ! plan.geometries.empty ();
    MELSTROM_TRY (chooseDevice (plan, options, context));
    if (options.overwrite)
    {
        MELSTROM_TRY_VALUE (report.removals, removalsOf (plan, options, context));
    }
    for (const PlannedFile& file : plan.files)
        if (file.error)
            report.failures.emplace_back (file.path, withCure (*file.error));
        else
            report.inputBytes += file.signalSamples * file.bytesPerFrame ();
    report.numFailed = static_cast<std::int64_t> (report.failures.size ());
    context.counters.phase = BatchPhase::done;
    if (! hasRows)
        return report;
    report.files = layOutDataset (plan, options);
    for (const DatasetFile& file : report.files)
        for (const DatasetArray& array : file.arrays)
            report.outputBytes += array.shape.bytes ();
    if (options.needsRawRows ())
        report.temporaryBytes =
            (plan.numRows[0] + plan.numRows[1] + plan.numRows[2]) * plan.anyGeometry ().rowBytes ();
    report.freeBytes = freeBytesFor (context.storage, options.outputFolder);
    MELSTROM_TRY (context.backend.ready ());
    const int rateHz = plan.anyGeometry ().rateHz;
    MELSTROM_TRY_VALUE (
        const double rowsPerSecond,
        measureRowRate (context.backend, plan.anyGeometry ().spec, rateHz, kTimingSeconds));
    if (rowsPerSecond > 0)
        report.estimatedSeconds =
            static_cast<double> (plan.numRows[0] + plan.numRows[1] + plan.numRows[2]) /
            rowsPerSecond;
    return report;
}

Result<DryRunReport> dryRun (const BatchOptions& options, const BatchContext& context)
{
    return guarded ([&] { return runDry (options, context); });
}

} // namespace melstrom
