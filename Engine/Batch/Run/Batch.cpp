#include "Engine/Batch/Run/Batch.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Run/FolderClaim.h"
#include "Engine/Batch/Run/MakeDataset.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/ParallelFor.h"
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

constexpr int kMostListingThreads = 16; ///< a folder's lock is held at every open

int numListingThreads (int hostThreads) noexcept
{
    return std::clamp (hostThreads, 2, kMostListingThreads);
}

/** A rate at which the spec is possible, for the shape of arrays that hold nothing. */
int rateForShape (const MelSpec& spec)
{
    const int least = static_cast<int> (std::ceil (2.0 * spec.highestHz.value_or (0.0)));
    return spec.rateHz.value_or (std::max (44100, least));
}

/** What a run must go on with: any GPU of one kind, wherever it is plugged in. */
std::string kindOf (const Backend& backend)
{
    const std::string name = backend.name ();
    const auto colon = name.find (':');
    return colon == std::string::npos ? name
                                      : name.substr (0, colon) + ", " + backend.deviceName ();
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
        if (auto planned = plan (); ! planned)
            return planned.error ();
        FileLedger ledger (plan_);
        describe (ledger);
        if (auto within = checkErrorLimit (options_, plan_, ledger.numFailed ()); ! within)
            return within.error ();
        const std::string files = planFilesText (plan_, context_.numHostThreads ());
        if (auto ready = bringUp (); ! ready) // a device comes up while all of this is done
            return ready.error ();

        auto size = sizePipeline (plan_, options_, context_.backend, context_.numHostThreads ());
        if (! size)
            return size.error ();
        if (auto made = context_.storage.makeFolders (options_.outputFolder); ! made)
            return made.error ();
        auto lock = context_.storage.lockFolder (options_.outputFolder);
        if (! lock)
            return lock.error ();
        auto isComplete = claim (files);
        if (! isComplete)
            return isComplete.error ();
        if (*isComplete)
        {
            outcome_.alreadyComplete = true;
            return std::move (outcome_);
        }
        const DatasetOrder order {plan_, options_, context_, *size, planDigest_};
        if (auto made = makeDataset (order, ledger, outcome_); ! made)
            return made.error ();
        context_.counters.phase = BatchPhase::done;
        return std::move (outcome_);
    }

private:
    Result<void> plan ()
    {
        const auto start = Clock::now ();
        const TraceSpan span (context_.trace, "plan");
        auto planned =
            planDataset (context_.storage, options_, numListingThreads (context_.numHostThreads ()),
                         context_.counters, context_.stop);
        if (! planned)
            return planned.error ();
        plan_ = std::move (*planned);
        auto sound = checkPlan ();
        outcome_.planSeconds = secondsSince (start);
        return sound;
    }

    Result<void> bringUp ()
    {
        const TraceSpan span (context_.trace, "device");
        return context_.backend.ready ();
    }

    Result<bool> claim (const std::string& filesText)
    {
        const TraceSpan span (context_.trace, "claim");
        const std::string text = planText (plan_, options_, kindOf (context_.backend), filesText);
        const std::jthread hashing ([&] { planDigest_ = hashText (text); });
        return claimFolder (context_.storage, options_, text);
    }

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
        outcome_.lengths = plan_.lengths;
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

    const BatchOptions& options_;
    const BatchContext& context_;
    DatasetPlan plan_;
    std::string planDigest_;
    BatchOutcome outcome_;
};
} // namespace

int BatchContext::numHostThreads () const noexcept
{
    return hostThreads > 0 ? hostThreads : hardwareThreads ();
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
