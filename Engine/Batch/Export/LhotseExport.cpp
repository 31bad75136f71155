// Manifests of lhotse: recordings, supervisions and features, whose storage type is "numpy_files".
// Source: lhotse.readthedocs.io, "Corpus manifests" and "Feature extraction"; lhotse/features/io.py,
// NumpyFilesReader; rules of lhotse/qa.py, validate_features.
#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Engine/Batch/Export/ExportWriters.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
constexpr std::int64_t kFilesPerFolder = 1000;

/** Of the features: their place relative to the export, and their step. */
struct Stored
{
    std::string folder, name;
    double frameShiftSeconds = 0;
    int rateHz = 0; ///< at which they were computed, so that a frame shift is whole samples
};

double durationOf (const ExportItem& item)
{
    return static_cast<double> (item.line->numSamples) / item.line->rateHz;
}

Json recordingOf (const ExportItem& item)
{
    Json channels = Json::array ();
    for (int channel = 0; channel < item.line->numChannels; ++channel)
        channels.push_back (channel);
    const Json source {{"type", "file"}, {"channels", channels}, {"source", item.path}};
    return {{"id", item.key},
            {"sources", Json::array ({source})},
            {"sampling_rate", item.line->rateHz},
            {"num_samples", item.line->numSamples},
            {"duration", durationOf (item)},
            {"channel_ids", channels}};
}

Json supervisionOf (const ExportItem& item)
{
    return {{"id", item.key}, {"recording_id", item.key},
            {"start", 0.0},   {"duration", durationOf (item)},
            {"channel", 0},   {"text", item.label}};
}

/** Of the sound, if lhotse finds the number of frames in it: round (duration / shift), half up. Else
    of the frames, as lhotse's own import of Kaldi (lhotse/kaldi.py) has it. A cut takes this
    duration. */
double featuresDurationOf (const ExportItem& item, double shiftSeconds)
{
    const auto numFrames = static_cast<double> (item.line->numRows);
    const double found = std::round (durationOf (item) / shiftSeconds * 1e8) / 1e8;
    return std::floor (found + 0.5) == numFrames ? durationOf (item) : numFrames * shiftSeconds;
}

Json featuresOf (const ExportSource& source, const ExportItem& item, const Stored& stored)
{
    return {{"type", "fbank"},
            {"num_frames", item.line->numRows},
            {"num_features", source.numBands ()},
            {"frame_shift", stored.frameShiftSeconds},
            {"sampling_rate", stored.rateHz},
            {"start", 0.0},
            {"duration", featuresDurationOf (item, stored.frameShiftSeconds)},
            {"storage_type", "numpy_files"},
            {"storage_path", stored.folder},
            {"storage_key", stored.name},
            {"recording_id", item.key},
            {"channels", 0}};
}

Result<void> refuseOthers (const ExportSource& source)
{
    const auto refusal = [] (const std::string& what) {
        return Error {ErrorCode::badUsage, "--export lhotse takes " + what, {}};
    };
    if (source.isSegments ())
        return refusal ("a dataset in the layout frames; this one has segments");
    if (source.isBoxes ())
        return refusal ("whole recordings; this dataset was made with --boxes");
    if (source.dataset ().spec.channels == ChannelMode::each)
        return refusal ("one signal of a recording; this dataset has channels = \"each\"");
    return {};
}

Result<void> writeRows (const ExportJob& job, std::uint32_t file, const ExportItem& item,
                        const std::string& name)
{
    MELSTROM_TRY_VALUE (auto npy, job.folder.newFile (name));
    MELSTROM_TRY (
        npy.write (npyHeader ({job.source.isHalf () ? ElementType::float16 : ElementType::float32,
                               {item.line->numRows, job.source.numBands ()}})));
    MELSTROM_TRY (job.source.forEachPiece (file, [&] (std::span<const std::byte> rows)
                                           { return npy.write (bytesOf (rows)); }));
    return npy.finish ();
}

Result<void> writePart (const ExportJob& job, const ExportShard& shard)
{
    const std::string end = "_" + partName (shard) + ".jsonl";
    MELSTROM_TRY_VALUE (auto recordings, job.folder.newFile ("recordings" + end));
    MELSTROM_TRY_VALUE (auto supervisions, job.folder.newFile ("supervisions" + end));
    MELSTROM_TRY_VALUE (auto features, job.folder.newFile ("features" + end));
    Stored stored {"features/" + partName (shard), {}, 0, 0};
    for (const std::uint32_t file : shard.files)
    {
        const ExportItem item = job.source.item (file);
        const MelSpec& spec = job.source.dataset ().spec;
        const int rateHz = spec.rateHz.value_or (item.line->rateHz);
        MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec, rateHz));
        stored.rateHz = rateHz;
        stored.frameShiftSeconds =
            static_cast<double> (geometry.hopSamples) * spec.stackHop / rateHz;
        stored.name = paddedNumber (static_cast<std::size_t> (file / kFilesPerFolder), 3) + "/" +
                      item.key + ".npy";
        MELSTROM_TRY (recordings.write (recordingOf (item).dump () + "\n"));
        if (! item.label.empty ())
            MELSTROM_TRY (supervisions.write (supervisionOf (item).dump () + "\n"));
        MELSTROM_TRY (features.write (featuresOf (job.source, item, stored).dump () + "\n"));
        MELSTROM_TRY (writeRows (job, file, item, stored.folder + "/" + stored.name));
    }
    MELSTROM_TRY (recordings.finish ());
    MELSTROM_TRY (supervisions.finish ());
    return features.finish ();
}
} // namespace

Result<void> exportLhotse (const ExportJob& job)
{
    MELSTROM_TRY (refuseOthers (job.source));
    for (const ExportShard& shard : job.source.shards (std::numeric_limits<std::int64_t>::max ()))
        MELSTROM_TRY (writePart (job, shard));
    return {};
}

} // namespace melstrom
