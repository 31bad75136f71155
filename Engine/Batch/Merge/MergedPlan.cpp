#include "Engine/Batch/Merge/MergeSteps.h"

#include "Engine/Batch/Dataset/PlanSteps.h"
#include "Engine/Spec/Mel/SignalClip.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace melstrom
{

namespace
{
Error misfit (const FinishedShard& shard, const std::string& what)
{
    return {ErrorCode::verificationFailed,
            shard.dataset.path ("files.csv") + ": " + what +
                "; run the shard's --batch command again",
            {}};
}

BatchOptions optionsOf (const FinishedShard& shard, const std::string& outputFolder)
{
    const auto& preset = shard.description.at ("preset");
    BatchOptions options;
    options.outputFolder = outputFolder;
    options.preset.name = preset.value ("name", "");
    options.preset.equals = preset.value ("equals", "");
    options.preset.version = preset.value ("version", "");
    options.preset.spec = shard.dataset.spec;
    options.format =
        shard.settings ().value ("format", "npy") == "h5" ? OutputFormat::h5 : OutputFormat::npy;
    options.waveform = shard.settings ().value ("waveform", false);
    options.audio = shard.dataset.audio;
    options.moments = shard.dataset.moments;
    return options;
}

/** A file as planFile would describe it. */
PlannedFile plannedOf (const FileLine& line, KnownFile known, const InputStat& stat,
                       const MelSpec& spec)
{
    PlannedFile file;
    file.path = std::move (known.path);
    file.relativeAt = known.relativeAt;
    file.facts = known.facts;
    file.stat = stat;
    file.split = std::max<std::int8_t> (line.split, 0);
    file.rateHz = line.rateHz;
    file.numChannels = static_cast<std::int16_t> (line.numChannels);
    file.numSamples = line.numSamples;
    file.numRows = line.numRows;
    if (file.numRows == 0)
        return file;
    file.featureRateHz = spec.rateHz.value_or (file.rateHz);
    file.signalSamples = signalSamplesOf (spec, file.featureRateHz, file.wholeSamples (spec));
    file.numSignals = spec.channels == ChannelMode::each ? file.numChannels : std::int16_t {1};
    return file;
}

Result<void> addGeometries (DatasetPlan& plan, const FinishedShard& shard)
{
    const MelSpec& spec = shard.dataset.spec;
    for (const PlannedFile& file : plan.files)
    {
        if (file.numRows == 0 || plan.geometries.contains (file.featureRateHz))
            continue;
        const auto geometry = geometryAt (spec, file.featureRateHz);
        if (! geometry)
            return misfit (shard, geometry.error ().message);
        plan.geometries.emplace (file.featureRateHz, *geometry);
    }
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0 &&
            (file.rowsPerSignal () * file.numSignals != file.numRows ||
             file.rowsPerSignal () !=
                 plan.geometries.at (file.featureRateHz).numRows (file.signalSamples)))
            return misfit (shard, "the rows and samples of a file do not match the spec");
    return giveShape (plan, spec);
}

/** Makes the plan's files from shard.bin and from the lines in the shards. */
class FilesJoining
{
public:
    FilesJoining (std::vector<FinishedShard>& shards, DatasetPlan& plan)
        : shards_ (shards), plan_ (plan)
    {
    }

    /** Adds the next file of the whole. Moves the path from its line to the plan. */
    void take (KnownFile&& known)
    {
        while (shard_ < shards_.size () && line_ == shards_[shard_].dataset.files.size ())
        {
            ++shard_;
            line_ = 0;
        }
        if (problem_)
            return;
        if (shard_ == shards_.size ())
            problem_ = contradiction (shards_.front (), kShardName);
        else if (auto added = add (shards_[shard_], std::move (known)); ! added)
            problem_ = added.error ();
        ++line_;
    }

    const std::optional<Error>& problem () const noexcept { return problem_; }

    static Error contradiction (const FinishedShard& shard, const std::string& name)
    {
        return misfit (shard, "it and " + name + " contradict each other");
    }

private:
    Result<void> add (FinishedShard& shard, KnownFile&& known)
    {
        FileLine& line = shard.dataset.files[line_];
        const std::string path (line.path);
        if (known.path != path)
            return contradiction (shard, kShardName);
        line.path = HeldText ();
        plan_.files.push_back (plannedOf (line, std::move (known),
                                          shard.inputs.files[line_].state.stat,
                                          shards_.front ().dataset.spec));
        const auto error = shard.errors.find (path);
        if (line.isIn != (error == shard.errors.end ()))
            return contradiction (shard, "errors.csv");
        if (! line.isIn)
            plan_.files.back ().error = error->second;
        return {};
    }

    std::vector<FinishedShard>& shards_;
    DatasetPlan& plan_;
    std::size_t shard_ = 0, line_ = 0; ///< the line of the next file
    std::optional<Error> problem_;
};
} // namespace

Result<MergedPlan> planOfShards (std::vector<FinishedShard>& shards, Storage& storage,
                                 const std::string& outputFolder)
{
    const FinishedShard& front = shards.front ();
    MergedPlan merged {{}, optionsOf (front, outputFolder)};
    DatasetPlan& plan = merged.plan;
    // equal in all shards
    const auto numFiles = front.whole ().at ("files_of_all").get<std::size_t> ();
    plan.files.reserve (numFiles);
    FilesJoining joining (shards, plan);
    MELSTROM_TRY_VALUE (auto known, readKnownFiles (front, storage,
                                                    [&joining] (KnownFile&& file)
                                                    { joining.take (std::move (file)); }));
    if (joining.problem ())
        return *joining.problem ();
    if (plan.files.size () != numFiles)
        return FilesJoining::contradiction (front, kShardName);
    plan.hasSplits = front.description.contains ("splits");
    plan.ffmpegVersion = front.description.value ("ffmpeg", "");
    plan.computation = front.dataset.computation;
    for (const auto& [extension, count] : front.description.at ("skipped").items ())
        plan.skipped.add ("x." + extension, count.get<std::int64_t> ());
    plan.warnings = front.whole ().at ("warnings").get<std::vector<std::string>> ();
    plan.labels = std::move (known.labels);
    plan.notes = std::move (known.notes);
    placeRows (plan, front.dataset.spec);
    MELSTROM_TRY (addGeometries (plan, front));
    return merged;
}

void enterShards (std::vector<FinishedShard>& shards, const MergedPlan& merged, FileLedger& ledger)
{
    const std::int64_t rowBytes = merged.plan.anyGeometry ().rowBytes ();
    std::int32_t index = 0;
    for (FinishedShard& shard : shards)
    {
        if (shard.statistics)
            ledger.statistics ().add (*shard.statistics, static_cast<std::size_t> (index));
        else
            ledger.statistics ().giveUp ();
        shard.statistics.reset ();
        for (std::size_t i = 0; i < shard.dataset.files.size (); ++i, ++index)
        {
            const FileLine& line = shard.dataset.files[i];
            const RecordedInput& input = shard.inputs.files[i];
            if (input.state.crc)
                ledger.setInputChecksum (index, *input.state.crc);
            if (line.numRows == 0)
                continue;
            if (line.isIn)
                ledger.addRows ({index, line.crc, 0, line.numRows, line.numRows * rowBytes,
                                 input.numNonFinite});
            else
                ledger.setChecksum (index, line.crc); // the plan has its error
        }
    }
}

} // namespace melstrom
