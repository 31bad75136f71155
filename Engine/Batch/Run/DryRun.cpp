#include "Engine/Batch/Run/DryRun.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/PlanSteps.h"
#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Run/ComputationChoice.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
constexpr double kTimingSeconds = 0.2;
constexpr std::int64_t kMostTimedSamples = 1 << 24; ///< a spec that needs more is not timed

/** Rows per second on this backend, with all workers busy, for int16 noise; 0 if that would take
    long. */
Result<double> measureRows (const DatasetPlan& plan, const BatchOptions& options, Backend& backend)
{
    const MelGeometry& geometry = plan.anyGeometry ();
    const std::int64_t samples = std::max<std::int64_t> (
        geometry.leastSamples () + geometry.hopSamples * 64, geometry.rateHz);
    const std::int64_t rows = geometry.numRows (samples);
    if (samples > kMostTimedSamples)
        return 0.0;
    std::vector<std::int16_t> noise (static_cast<std::size_t> (samples));
    for (std::size_t i = 0; i < noise.size (); ++i)
        noise[i] = static_cast<std::int16_t> (hashBytes (std::to_string (i)));
    std::vector<std::byte> output (
        static_cast<std::size_t> (rows * geometry.rowBytes () * backend.concurrency ()));
    MELSTROM_TRY_VALUE (auto mel, backend.planMel (options.preset.spec, geometry.rateHz,
                                                   {noise.size () * 2, output.size (), 1}));
    MelSpan span;
    span.numSamples = span.signalSamples = samples;
    span.numRows = rows;

    using Clock = std::chrono::steady_clock;
    std::int64_t done = 0;
    const auto start = Clock::now ();
    double seconds = 0;
    while (seconds < kTimingSeconds)
    {
        std::vector<Ticket> tickets;
        for (int i = 0; i < backend.concurrency (); ++i)
            tickets.push_back (mel->submit ({reinterpret_cast<const std::byte*> (noise.data ()),
                                             output.data () + i * rows * geometry.rowBytes (),
                                             {&span, 1},
                                             MelPass::whole}));
        for (const Ticket ticket : tickets)
            MELSTROM_TRY (mel->wait (ticket));
        done += rows * backend.concurrency ();
        seconds = std::chrono::duration<double> (Clock::now () - start).count ();
    }
    return static_cast<double> (done) / seconds;
}
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
    MELSTROM_TRY (giveShape (plan, options.preset.spec));
    ComputationChoice choice (options, context);
    choice.begin ();
    MELSTROM_TRY_VALUE (plan.computation, choice.finish (plan.geometries));
    // only its length counts
    const auto digestOfWhole = options.shard ? hashDigits (0) : std::string ();
    const PlanText text (plan, options, settingsJson (options, deviceKindOf (context.backend)),
                         context.numHostThreads (), digestOfWhole);
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
    report.freeBytes = freeBytesFor (context.storage, options.outputFolder);
    MELSTROM_TRY (context.backend.ready ());
    MELSTROM_TRY_VALUE (auto rowsPerSecond, measureRows (plan, options, context.backend));
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
