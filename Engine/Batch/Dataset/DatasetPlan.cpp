#include "Engine/Batch/Dataset/DatasetPlan.h"

#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"
#include "Engine/Batch/Dataset/DatasetWarnings.h"
#include "Engine/Batch/Dataset/PlanSteps.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/Process.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

namespace melstrom
{

namespace
{
/** The error of the spec, if the spec is impossible at the rate of every file that can be read;
    else null. */
const Error* commonRateFault (const DatasetPlan& plan)
{
    const Error* fault = nullptr;
    for (const PlannedFile& file : plan.files)
    {
        if (! file.error)
            return nullptr;
        if (file.error->code == ErrorCode::badSpec)
            fault = &*file.error;
    }
    return fault;
}

/** If the spec is possible at other rates, the rates of the files are at fault. */
void blameRates (DatasetPlan& plan)
{
    for (PlannedFile& file : plan.files)
        if (file.error && file.error->code == ErrorCode::badSpec)
            file.error->code = ErrorCode::badRate;
}

/** Fails: nothingFound if there are no other files. */
Result<void> leaveOutSilentVideos (DatasetPlan& plan)
{
    std::string firstPath;
    for (std::size_t i = 0; i < plan.files.size (); ++i)
        if (plan.files[i].hasNoSound)
            plan.leftOut.push_back ({i, plan.files[i].stat});
    const auto isSilent = [&] (const PlannedFile& file)
    {
        if (! file.hasNoSound)
            return false;
        if (firstPath.empty ())
            firstPath = file.path;
        plan.skipped.add (fileNameOf (file.path));
        return true;
    };
    const auto numLeftOut = std::erase_if (plan.files, isSilent);
    if (numLeftOut == 0)
        return {};
    auto text =
        countText (static_cast<std::int64_t> (numLeftOut), "video has no sound and was left out: ",
                   "videos have no sound and were left out; the first is ") +
        printable (firstPath);
    if (plan.files.empty ())
        return Error {ErrorCode::nothingFound, "No audio files: " + text, {}};
    plan.warnings.push_back (std::move (text));
    return {};
}

/** Asks ffmpeg for its version, if any file needs it. Fails: interrupted. */
Result<void> askFfmpeg (DatasetPlan& plan, const std::atomic<bool>& stop)
{
    const auto isDecoded = [] (const PlannedFile& file)
    { return file.byFfmpeg && file.numRows > 0; };
    if (std::none_of (plan.files.begin (), plan.files.end (), isDecoded))
        return {};
    const auto program = findFfmpeg ();
    const auto version = program ? ffmpegVersion (*program, {.stop = &stop}) : std::string ();
    if (! version && version.error ().code == ErrorCode::interrupted)
        return version.error ();
    const bool isKnown = version.ok () && ! version->empty ();
    plan.ffmpegVersion = isKnown ? *version : "unknown";
    return {};
}

void adoptInputs (DatasetPlan& plan, InputList list)
{
    plan.labels = std::move (list.labels);
    plan.notes = std::move (list.notes);
    plan.skipped = std::move (list.skipped);
    plan.warnings = std::move (list.warnings);
    plan.hasSplits = list.hasSplits;
    plan.files.resize (list.files.size ());
    for (std::size_t i = 0; i < list.files.size (); ++i)
    {
        PlannedFile& file = plan.files[i];
        file.path = std::move (list.files[i].path);
        file.relativeAt = list.files[i].relativeAt;
        file.facts = list.files[i].facts;
        file.split = static_cast<std::int8_t> (list.files[i].split);
    }
}

/** The first entry of each recording, and the number of entries; empty if entries are files. */
std::vector<std::size_t> startsOfRecordings (const DatasetPlan& plan)
{
    std::vector<std::size_t> starts;
    if (plan.notes.boxes.empty ())
        return starts;
    for (std::size_t i = 0; i < plan.files.size (); ++i)
        if (i == 0 || ! plan.isSameRecording (plan.files[i - 1], plan.files[i]))
            starts.push_back (i);
    starts.push_back (plan.files.size ());
    return starts;
}

/** Label ids are int16 in HDF5. They are columns of an array if files have several labels. */
Result<void> checkLabelIds (const DatasetPlan& plan, const BatchOptions& options)
{
    constexpr std::size_t most = std::numeric_limits<std::int16_t>::max ();
    const bool isH5 = options.format == OutputFormat::h5;
    if (plan.labels.size () <= most || ! (isH5 || plan.notes.hasSeveralLabels ()))
        return {};
    return Error {
        ErrorCode::badUsage,
        "there are " + std::to_string (plan.labels.size ()) + " labels, but at most " +
            std::to_string (most) + " are allowed, because " +
            (isH5 ? "HDF5's labels are int16"
                  : "the array of files with several labels has a column for each label") +
            "; choose --labels none" + (plan.notes.hasSeveralLabels () ? "" : " or --format npy"),
        {}};
}
} // namespace

std::span<const float> DatasetPlan::targetsOf (const PlannedFile& file) const
{
    const auto width = notes.targetNames.size ();
    if (file.facts.targets < 0)
        return {};
    return std::span (notes.targets)
        .subspan (static_cast<std::size_t> (file.facts.targets) * width, width);
}

Result<InputList> listInputs (Storage& storage, const BatchOptions& options,
                              BatchCounters& counters)
{
    counters.phase = BatchPhase::listing;
    InputOptions inputs = options.inputs;
    if (! options.shard || inputs.excludedFolder.empty ())
        inputs.excludedFolder = options.outputFolder;
    auto list = collectInputs (storage, inputs);
    giveBackFreedMemory ();
    return list;
}

Result<DatasetPlan> planDataset (Storage& storage, const BatchOptions& options, InputList list,
                                 int numThreads, const PlanProgress& progress)
{
    BatchCounters& counters = progress.counters;
    const std::atomic<bool>& stop = progress.stop;
    DatasetPlan plan;
    adoptInputs (plan, std::exchange (list, {}));
    giveBackFreedMemory ();
    MELSTROM_TRY (checkLabelIds (plan, options));
    counters.phase = BatchPhase::planning;
    counters.filesTotal = static_cast<std::int64_t> (plan.files.size ());

    const MelSpec computed = computedSpec (options.preset.spec);
    GeometryTable geometries (computed);
    std::mutex mutex;
    std::map<std::int64_t, std::vector<std::string>>
        warnings; // by file, to keep the order of the files
    std::map<std::int64_t, Error> specErrors;
    const FileRules rules {options.audio, options.resample, &stop};
    const auto starts = startsOfRecordings (plan);
    const auto numRecordings = starts.empty () ? plan.files.size () : starts.size () - 1;
    parallelFor (
        static_cast<std::int64_t> (numRecordings), numThreads,
        [&] (std::int64_t index)
        {
            if (stop)
                return;
            const WorkTimer timer (counters.times, Work::open);
            std::vector<std::string> said;
            const auto i = static_cast<std::size_t> (index);
            auto planned =
                starts.empty ()
                    ? planFile (plan.files[i], storage, rules, geometries, said)
                    : planBoxes (
                          std::span (plan.files).subspan (starts[i], starts[i + 1] - starts[i]),
                          plan.notes.boxes, storage, rules, geometries, said);
            counters.filesDone +=
                starts.empty () ? 1 : static_cast<std::int64_t> (starts[i + 1] - starts[i]);
            if (said.empty () && planned)
                return;
            const std::lock_guard lock (mutex);
            if (! said.empty ())
                warnings.emplace (index, std::move (said));
            if (! planned)
                specErrors.emplace (index, planned.error ());
        });
    if (stop)
        return Error {
            ErrorCode::interrupted, "interrupted while reading headers; nothing was written", {}};
    if (! specErrors.empty ())
        return specErrors.begin ()->second;
    for (auto& [index, said] : warnings)
        plan.warnings.insert (plan.warnings.end (), said.begin (), said.end ());

    MELSTROM_TRY (leaveOutSilentVideos (plan));
    MELSTROM_TRY (askFfmpeg (plan, stop));

    if (options.format == OutputFormat::h5 && options.preset.spec.layout == Layout::segments)
        refuseOddShapes (plan);
    if (const Error* fault = commonRateFault (plan))
        return *fault;
    blameRates (plan);
    divideFiles (plan, options.inputs);
    placeRows (plan, options.preset.spec);
    MELSTROM_TRY (collectGeometries (plan, geometries));
    warnOfGaps (plan, options.inputs);
    for (std::string& warning : emptyBandWarnings (plan))
        plan.warnings.push_back (std::move (warning));
    counters.filesDone = 0;
    return plan;
}

} // namespace melstrom
