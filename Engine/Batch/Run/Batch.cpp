#include "Engine/Batch/Run/Batch.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Run/FolderClaim.h"
#include "Engine/Batch/Run/Pipeline.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"
#include "Engine/Dsp/MelBank.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;

double secondsSince (Clock::time_point start)
{
    return std::chrono::duration<double> (Clock::now () - start).count ();
}

/** A rate at which the spec is possible, for the shape of arrays that hold nothing. */
int rateForShape (const MelSpec& spec)
{
    const int least = static_cast<int> (std::ceil (2.0 * spec.highestHz.value_or (0.0)));
    return spec.rateHz.value_or (std::max (44100, least));
}

class Run
{
public:
    Run (const BatchOptions& options, const BatchContext& context)
        : options_ (options), context_ (context)
    {
    }

    Result<BatchOutcome> go ()
    {
        context_.trace.nameThread ("main");
        const auto start = Clock::now ();
        auto plan = planDataset (context_.storage, options_,
                                 std::clamp (context_.backend.concurrency (), 2, 16),
                                 context_.counters, context_.stop);
        if (! plan)
            return plan.error ();
        plan_ = std::move (*plan);
        if (auto sound = checkPlan (); ! sound)
            return sound.error ();
        FileLedger ledger (plan_);
        outcome_.planSeconds = secondsSince (start);
        describe (ledger);
        if (auto within = checkErrorLimit (options_, plan_, ledger.numFailed ()); ! within)
            return within.error ();

        auto size = sizePipeline (plan_, options_, context_.backend);
        if (! size)
            return size.error ();
        if (auto made = context_.storage.makeFolders (options_.outputFolder); ! made)
            return made.error ();
        auto lock = context_.storage.lockFolder (options_.outputFolder);
        if (! lock)
            return lock.error ();
        const std::string text = planText (plan_, options_, context_.backend.name ());
        planDigest_ = hashText (text);
        auto isComplete = claimFolder (context_.storage, options_, text);
        if (! isComplete)
            return isComplete.error ();
        if (*isComplete)
        {
            outcome_.alreadyComplete = true;
            return std::move (outcome_);
        }
        if (auto done = extract (ledger, *size); ! done)
            return done.error ();
        context_.counters.phase = BatchPhase::done;
        return std::move (outcome_);
    }

private:
    Result<void> checkPlan ()
    {
        if (plan_.geometries.empty ()) // no file is usable: the arrays are empty, but have a shape
        {
            auto geometry = geometryAt (options_.preset.spec, rateForShape (options_.preset.spec));
            if (! geometry)
                return geometry.error ();
            plan_.geometries.emplace (geometry->rateHz, *geometry);
        }
        if (options_.format == OutputFormat::h5 &&
            plan_.labels.size () >
                static_cast<std::size_t> (std::numeric_limits<std::int16_t>::max ()))
            return Error {
                ErrorCode::badUsage,
                "there are " + std::to_string (plan_.labels.size ()) +
                    " labels and HDF5's labels are int16; take --labels none or --format npy",
                {}};
        return {};
    }

    void describe (const FileLedger& ledger)
    {
        outcome_.numFiles = static_cast<std::int64_t> (plan_.files.size ());
        outcome_.audioSeconds = plan_.totalSeconds;
        outcome_.warnings = plan_.warnings;
        for (const auto& [rate, geometry] : plan_.geometries)
            if (const int empty = makeMelBank (geometry).numEmptyBands (); empty > 0)
                outcome_.warnings.push_back (
                    std::to_string (empty) + " of " + std::to_string (geometry.numBands) +
                    " mel bands are empty at " + std::to_string (rate) +
                    " Hz: they are narrower than a bin of " + std::to_string (geometry.fftSamples) +
                    " samples; fewer bands or a longer transform fill them");
        outcome_.numRows = plan_.numRows[0] + plan_.numRows[1] + plan_.numRows[2];
        BatchCounters& counters = context_.counters;
        counters.rowsTotal = outcome_.numRows;
        counters.audioMicrosecondsTotal = static_cast<std::int64_t> (plan_.totalSeconds * 1e6);
        counters.filesFailed = ledger.numFailed ();
        counters.filesDone = ledger.numFailed ();
    }

    Result<void> extract (FileLedger& ledger, const PipelineSize& size)
    {
        DatasetWriter writer (context_.storage, options_, plan_);
        if (auto created = writer.createParts (); ! created)
            return created;
        const auto start = Clock::now ();
        Result<void> known;
        {
            Pipeline pipeline (plan_, options_, context_, size, writer, ledger);
            if (auto prepared = pipeline.prepare (); ! prepared)
                return prepared;
            std::jthread knownArrays (
                [&]
                {
                    known = guarded ([&] { return writer.writeKnownArrays (context_.stop); });
                    if (! known)
                        pipeline.abortWith (known.error ());
                });
            context_.backend.observe (context_.trace.enabled () ? &context_.trace : nullptr);
            auto ran = pipeline.run ();
            context_.backend.observe (nullptr);
            knownArrays.join ();
            if (! ran)
                return ran;
        }
        if (! known)
            return known;
        outcome_.extractSeconds = secondsSince (start);
        return seal (writer, ledger);
    }

    Result<void> seal (DatasetWriter& writer, FileLedger& ledger)
    {
        const auto start = Clock::now ();
        const TraceSpan span (context_.trace, "seal");
        context_.counters.phase = BatchPhase::sealing;
        for (std::size_t i = 0; i < plan_.files.size (); ++i)
        {
            const auto index = static_cast<std::int32_t> (i);
            if (! ledger.hasFailed (index))
            {
                if (! ledger.isComplete (index))
                    return Error {ErrorCode::internalFault,
                                  "rows of " + printable (plan_.files[i].path) +
                                      " were never written",
                                  {}};
                continue;
            }
            auto crc = writer.zeroRows (plan_.files[i]);
            if (! crc)
                return crc.error ();
            ledger.setChecksum (index, *crc);
            outcome_.failures.emplace_back (plan_.files[i].path, ledger.errorOf (index));
        }
        outcome_.numFailed = ledger.numFailed ();
        for (std::string& warning : ledger.nonFiniteWarnings ())
            outcome_.warnings.push_back (std::move (warning));
        if (auto sealed = writer.seal (ledger, planDigest_, context_.backend.name (),
                                       context_.backend.deviceName (), context_.stop);
            ! sealed)
            return sealed;
        if (auto removed = context_.storage.remove (options_.outputFolder + "/plan.json");
            ! removed)
            return removed;
        outcome_.bytesRead = context_.counters.bytesRead;
        outcome_.bytesWritten = context_.counters.bytesWritten;
        outcome_.sealSeconds = secondsSince (start);
        return {};
    }

    const BatchOptions& options_;
    const BatchContext& context_;
    DatasetPlan plan_;
    std::string planDigest_;
    BatchOutcome outcome_;
};
} // namespace

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
    return preset.spec.validate ();
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
                      " files failed, and --max-errors allows " + std::to_string (*limit) +
                      "; nothing has its final name",
                  {}};
}

Result<BatchOutcome> runBatch (const BatchOptions& options, const BatchContext& context)
{
    if (auto sound = options.validate (); ! sound)
        return sound.error ();
    return guarded ([&] { return Run (options, context).go (); });
}

} // namespace melstrom
