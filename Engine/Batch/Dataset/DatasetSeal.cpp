// The end of a dataset's making: bytes to stable storage, final names, descriptions.
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Core/Crc32c.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

Result<void> DatasetWriter::measure (OpenFile& file, const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (auto bytes, file.file->size ());
    std::vector<ByteRange> arrays;
    for (std::size_t i = 0; i < file.offsets.size (); ++i)
        if (file.offsets[i] >= 0)
            arrays.push_back ({file.offsets[i], file.description.arrays[i].shape.bytes ()});
    const auto readAt = [&file] (void* to, std::size_t count, std::int64_t offset)
    { return file.file->readAt (to, count, offset); };
    MELSTROM_TRY_VALUE (auto crc, checksumOutside (readAt, bytes, std::move (arrays), stop));
    file.bytes = bytes;
    file.outsideChecksum = crc;
    return {};
}

Result<void> DatasetWriter::sealArrays (const std::atomic<bool>& stop)
{
    for (OpenFile& file : files_)
    {
        MELSTROM_TRY (measure (file, stop));
        if (auto synced = file.file->sync (); ! synced)
        {
            hasLostWrites_ = true;
            return synced;
        }
        MELSTROM_TRY (file.file->close ());
    }
    if (stop)
        return Error {ErrorCode::interrupted, "interrupted; no file has its final name", {}};
    for (const OpenFile& file : files_)
    {
        const std::string name = path (file.description.name);
        MELSTROM_TRY (storage_.rename (name + ".part", name));
    }
    return storage_.syncFolder (options_.outputFolder);
}

nlohmann::ordered_json DatasetWriter::arraysJson (const FileLedger& ledger) const
{
    auto arrays = nlohmann::ordered_json::array ();
    for (const OpenFile& file : files_)
        for (std::size_t i = 0; i < file.description.arrays.size (); ++i)
        {
            const DatasetArray& array = file.description.arrays[i];
            nlohmann::ordered_json entry {{"name", array.name},
                                          {"file", file.description.name},
                                          {"offset", file.offsets[i]},
                                          {"dtype", typeName (array.shape.type)},
                                          {"shape", array.shape.dimensions},
                                          {"axes", array.axes}};
            if (plan_.hasSplits && file.description.split != kAllSplits)
                entry["split"] = kSplitNames[file.description.split];
            if (array.role == ArrayRole::waveform)
                entry["crc32c"] = hexadecimal (
                    ledger.waveformChecksumOfSplit (file.description.split, waveformRowBytes ()));
            else if (array.role !=
                     ArrayRole::features) // files.csv has the checksums of features, one per file
                entry["crc32c"] = hexadecimal (file.checksums[i]);
            arrays.push_back (std::move (entry));
        }
    return arrays;
}

nlohmann::ordered_json DatasetWriter::filesJson () const
{
    auto files = nlohmann::ordered_json::array ();
    for (const OpenFile& file : files_)
        files.push_back ({{"name", file.description.name},
                          {"bytes", file.bytes},
                          {"crc32c_outside_arrays", hexadecimal (file.outsideChecksum)}});
    return files;
}

Result<void> DatasetWriter::writeTable (const std::string& name, const TextSource& text,
                                        nlohmann::ordered_json& listed)
{
    std::uint32_t crc = 0;
    std::size_t bytes = 0;
    const TextSource measured = [&] (const TextSink& sink)
    {
        return text (
            [&] (std::string_view piece)
            {
                crc = crc32c (crc, piece.data (), piece.size ());
                bytes += piece.size ();
                return sink (piece);
            });
    };
    auto written = replaceFile (storage_, options_.outputFolder, name, measured);
    listed.push_back ({{"name", name}, {"bytes", bytes}, {"crc32c", hexadecimal (crc)}});
    return written;
}

Result<void> DatasetWriter::seal (const FileLedger& ledger, const DatasetNames& names,
                                  int numThreads, const std::atomic<bool>& stop)
{
    MELSTROM_TRY (sealArrays (stop));
    auto json = datasetJsonHead (plan_, options_, ledger, names.backend, names.device);
    if (! names.deviceChoice.empty ())
        json["device_choice"] = names.deviceChoice;
    json["settings_hash"] = names.settingsDigest;
    json["plan_hash"] = names.planDigest;
    if (names.shard != nullptr)
        json["shard"] = names.shard->json;
    if (names.sources != nullptr)
        json["sources"] = *names.sources;
    if (moments_)
        json["normalisation"] = momentsJson (*moments_);
    json["arrays"] = arraysJson (ledger);
    json["files"] = filesJson ();
    const auto filesCsv = [&] (const TextSink& sink)
    { return writeFilesCsv (sink, plan_, ledger, numThreads); };
    MELSTROM_TRY (writeTable ("files.csv", filesCsv, json["files"]));
    const auto errors = [&] (const TextSink& sink) { return sink (errorsCsv (plan_, ledger)); };
    MELSTROM_TRY (writeTable ("errors.csv", errors, json["files"]));
    const auto statistics = [&] (const TextSink& sink) { return ledger.writeStatistics (sink); };
    if (ledger.hasStatistics ())
        MELSTROM_TRY (writeTable (kStatisticsName, statistics, json["files"]));
    const auto shard = [&] (const TextSink& sink) { return sink (names.shard->planFiles); };
    if (names.shard != nullptr)
        MELSTROM_TRY (writeTable (kShardName, shard, json["files"]));
    MELSTROM_TRY (replaceFile (storage_, options_.outputFolder, kInputsName, names.inputs));
    return replaceFile (storage_, options_.outputFolder, "dataset.json", sealedJsonText (json));
}

} // namespace melstrom
