#include "Engine/Batch/Dataset/DatasetPlan.h"

#include "Engine/Batch/Audio/Ffmpeg.h"
#include "Engine/Batch/Dataset/DatasetWarnings.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

namespace melstrom
{

namespace
{
/** With HDF5's five-dimensional layout all files must give the same number of segments: the
    commonest wins, more at a tie. */
void refuseOddShapes (DatasetPlan& plan)
{
    std::map<std::int64_t, std::int64_t> filesWith;
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0)
            ++filesWith[file.numRows];
    if (filesWith.size () < 2)
        return;
    const auto commonest =
        std::max_element (filesWith.begin (), filesWith.end (),
                          [] (const auto& a, const auto& b) { return a.second <= b.second; });
    for (PlannedFile& file : plan.files)
        if (file.numRows > 0 && file.numRows != commonest->first)
        {
            file.error = Error {
                ErrorCode::shapeMismatch,
                printable (file.path) + " gives " + std::to_string (file.numRows) +
                    " segments and most files " + std::to_string (commonest->first) +
                    "; segments_mel holds files of one length: cut or pad it, or take --format npy",
                {}};
            file.numRows = 0;
        }
}

/** Where the spec is impossible at the rate of every file that can be read, the spec is at fault.
 */
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

/** Otherwise it is the files whose rates are odd. */
void blameRates (DatasetPlan& plan)
{
    for (PlannedFile& file : plan.files)
        if (file.error && file.error->code == ErrorCode::badSpec)
            file.error->code = ErrorCode::badRate;
}

/** Fails where nothing else is there: nothingFound. */
Result<void> leaveOutSilentVideos (DatasetPlan& plan)
{
    std::string firstPath;
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
    auto text = numLeftOut == 1 ? "1 video has no sound and was left out: " + printable (firstPath)
                                : std::to_string (numLeftOut) +
                                      " videos have no sound and were left out; the first is " +
                                      printable (firstPath);
    if (plan.files.empty ())
        return Error {ErrorCode::nothingFound, "No audio files: " + text, {}};
    plan.warnings.push_back (std::move (text));
    return {};
}

/** Which version decodes, if any file needs it. Fails: interrupted. */
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

/** The geometries in use. Fails where their rows differ in shape (lengths in milliseconds at mixed
    rates). */
Result<void> collectGeometries (DatasetPlan& plan, GeometryTable& geometries)
{
    std::set<int> rates;
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0)
            rates.insert (file.featureRateHz);
    for (const int rate : rates)
        plan.geometries.emplace (rate, *geometries.at (rate));
    for (const auto& [rate, geometry] : plan.geometries)
        if (geometry.rowElements () != plan.anyGeometry ().rowElements ())
            return Error {ErrorCode::badSpec,
                          "the inputs mix sample rates (" + std::to_string (*rates.begin ()) +
                              " and " + std::to_string (rate) +
                              " Hz among them) at which rows differ in shape; set rate_hz to "
                              "resample them all",
                          {}};
    if (rates.size () > 1)
        plan.warnings.push_back ("the inputs mix " + std::to_string (rates.size ()) +
                                 " sample rates from " + std::to_string (*rates.begin ()) + " to " +
                                 std::to_string (*rates.rbegin ()) +
                                 " Hz and the preset takes each at its own: equal rows then mean "
                                 "different frequencies; " +
                                 "set rate_hz to resample them all");
    return {};
}

void adoptInputs (DatasetPlan& plan, InputList list, const BatchOptions& options)
{
    plan.labels = std::move (list.labels);
    plan.skipped = std::move (list.skipped);
    plan.warnings = std::move (list.warnings);
    plan.hasSplits = options.inputs.splits != SplitMode::none;
    plan.files.resize (list.files.size ());
    for (std::size_t i = 0; i < list.files.size (); ++i)
    {
        PlannedFile& file = plan.files[i];
        file.path = std::move (list.files[i].path);
        file.label = std::move (list.files[i].label);
        file.split = list.files[i].split;
        const auto label = std::lower_bound (plan.labels.begin (), plan.labels.end (), file.label);
        if (! file.label.empty () && label != plan.labels.end ())
            file.labelId = static_cast<int> (label - plan.labels.begin ());
    }
}
} // namespace

void placeRows (DatasetPlan& plan)
{
    for (PlannedFile& file : plan.files)
    {
        const auto split = static_cast<std::size_t> (file.split);
        file.firstRow = plan.numRows[split];
        plan.numRows[split] += file.numRows;
        plan.numFiles[split] += file.numRows > 0 ? 1 : 0;
        if (file.numRows > 0)
        {
            plan.totalSamples += file.numSamples;
            plan.totalSeconds += file.seconds ();
        }
    }
}

Result<void> giveShape (DatasetPlan& plan, const MelSpec& spec)
{
    if (! plan.geometries.empty ())
        return {};
    const int least = static_cast<int> (std::ceil (2.0 * spec.highestHz.value_or (0.0)));
    const auto geometry = geometryAt (spec, spec.rateHz.value_or (std::max (44100, least)));
    if (! geometry)
        return geometry.error ();
    plan.geometries.emplace (geometry->rateHz, *geometry);
    return {};
}

Result<InputList> listInputs (Storage& storage, const BatchOptions& options,
                              BatchCounters& counters)
{
    counters.phase = BatchPhase::listing;
    InputOptions inputs = options.inputs;
    if (! options.shard || inputs.excludedFolder.empty ())
        inputs.excludedFolder = options.outputFolder;
    return collectInputs (storage, inputs);
}

Result<DatasetPlan> planDataset (Storage& storage, const BatchOptions& options, InputList list,
                                 int numThreads, const PlanProgress& progress)
{
    auto& [counters, stop] = progress;
    DatasetPlan plan;
    adoptInputs (plan, std::move (list), options);
    counters.phase = BatchPhase::planning;
    counters.filesTotal = static_cast<std::int64_t> (plan.files.size ());

    GeometryTable geometries (options.preset.spec);
    std::mutex mutex;
    std::map<std::int64_t, std::vector<std::string>>
        warnings; // by file, so that their order is the files'
    std::map<std::int64_t, Error> specErrors;
    parallelFor (static_cast<std::int64_t> (plan.files.size ()), numThreads,
                 [&] (std::int64_t index)
                 {
                     if (stop)
                         return;
                     std::vector<std::string> said;
                     auto planned =
                         planFile (plan.files[static_cast<std::size_t> (index)], storage,
                                   {options.audio, options.resample, &stop}, geometries, said);
                     ++counters.filesDone;
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

    if (auto left = leaveOutSilentVideos (plan); ! left)
        return left.error ();
    if (auto asked = askFfmpeg (plan, stop); ! asked)
        return asked.error ();

    if (options.format == OutputFormat::h5 && options.preset.spec.layout == Layout::segments)
        refuseOddShapes (plan);
    if (const Error* fault = commonRateFault (plan))
        return *fault;
    blameRates (plan);
    placeRows (plan);
    if (auto fits = collectGeometries (plan, geometries); ! fits)
        return fits.error ();
    for (std::string& warning : emptyBandWarnings (plan))
        plan.warnings.push_back (std::move (warning));
    counters.filesDone = 0;
    return plan;
}

} // namespace melstrom
