#include "Engine/Batch/Merge/MergedPlan.h"

#include "Engine/Spec/SignalClip.h"

#include <algorithm>

namespace melstrom
{

namespace
{
Error misfit (const FinishedShard& shard, const std::string& what)
{
    return {ErrorCode::verificationFailed,
            shard.dataset.path ("files.csv") + ": " + what +
                "; give the shard's --batch command again",
            {}};
}

BatchOptions optionsOf (const FinishedShard& shard, const std::string& outputFolder)
{
    const auto& preset = shard.description.at ("preset");
    BatchOptions options;
    options.outputFolder = outputFolder;
    options.preset = {preset.value ("name", ""), preset.value ("equals", ""),
                      preset.value ("version", ""), shard.dataset.spec};
    options.format =
        shard.settings ().value ("format", "npy") == "h5" ? OutputFormat::h5 : OutputFormat::npy;
    options.waveform = shard.settings ().value ("waveform", false);
    options.audio = shard.dataset.audio;
    return options;
}

int splitNamed (const std::string& name)
{
    const auto* const found = std::find (std::begin (kSplitNames), std::end (kSplitNames), name);
    return found == std::end (kSplitNames) ? 0
                                           : static_cast<int> (found - std::begin (kSplitNames));
}

/** A file as planFile would describe it. */
PlannedFile plannedOf (const FileLine& line, const KnownFile& known, const InputStat& stat,
                       const MelSpec& spec)
{
    PlannedFile file;
    file.path = line.path;
    file.relativeAt = known.relativeAt;
    file.facts = known.facts;
    file.stat = stat;
    file.split = splitNamed (line.split);
    file.rateHz = static_cast<int> (line.rateHz);
    file.numChannels = static_cast<std::int16_t> (line.numChannels);
    file.numSamples = line.numSamples;
    file.numRows = line.numRows;
    if (file.numRows == 0)
        return file;
    file.featureRateHz = spec.rateHz.value_or (file.rateHz);
    file.signalSamples = clipOf (spec, file.featureRateHz, file.wholeSamples ()).numSamples;
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
            return misfit (shard, "rows and samples of a file do not fit the spec");
    return giveShape (plan, spec);
}
} // namespace

Result<MergedPlan> planOfShards (const std::vector<FinishedShard>& shards, Storage& storage,
                                 const std::string& outputFolder)
{
    const FinishedShard& front = shards.front ();
    auto known = readKnownFiles (front, storage);
    if (! known)
        return known.error ();
    if (known->files.size () != front.whole ().at ("files_of_all").get<std::size_t> ())
        return misfit (front, "it and shard.bin contradict each other");
    MergedPlan merged {{}, optionsOf (front, outputFolder)};
    DatasetPlan& plan = merged.plan;
    plan.hasSplits = front.description.contains ("splits");
    plan.ffmpegVersion = front.description.value ("ffmpeg", "");
    plan.computation = front.dataset.computation;
    for (const auto& [extension, count] : front.description.at ("skipped").items ())
        plan.skipped.add ("x." + extension, count.get<std::int64_t> ());
    plan.warnings = front.whole ().at ("warnings").get<std::vector<std::string>> ();
    for (const FinishedShard& shard : shards)
        for (std::size_t i = 0; i < shard.dataset.files.size (); ++i)
        {
            const FileLine& line = shard.dataset.files[i];
            const KnownFile& knownFile = known->files[plan.files.size ()];
            if (line.path != knownFile.path)
                return misfit (shard, "it and shard.bin contradict each other");
            plan.files.push_back (
                plannedOf (line, knownFile, shard.inputs.files[i].state.stat, front.dataset.spec));
            const auto error = shard.errors.find (line.path);
            if ((line.status != "ok") != (error != shard.errors.end ()))
                return misfit (shard, "it and errors.csv contradict each other");
            if (line.status != "ok")
                plan.files.back ().error = error->second;
        }
    plan.labels = std::move (known->labels);
    plan.notes = std::move (known->notes);
    placeRows (plan, front.dataset.spec);
    if (auto added = addGeometries (plan, front); ! added)
        return added.error ();
    return merged;
}

void enterShards (const std::vector<FinishedShard>& shards, const MergedPlan& merged,
                  FileLedger& ledger)
{
    const std::int64_t rowBytes = merged.plan.anyGeometry ().rowBytes ();
    std::int32_t index = 0;
    for (const FinishedShard& shard : shards)
        for (std::size_t i = 0; i < shard.dataset.files.size (); ++i, ++index)
        {
            const FileLine& line = shard.dataset.files[i];
            const RecordedInput& input = shard.inputs.files[i];
            if (input.state.crc)
                ledger.setInputChecksum (index, *input.state.crc);
            if (line.numRows == 0)
                continue;
            if (line.status == "ok")
                ledger.addRows ({index, line.crc, 0, line.numRows, line.numRows * rowBytes,
                                 input.numNonFinite});
            else
                ledger.setChecksum (index, line.crc); // its error stands in the plan
        }
}

} // namespace melstrom
