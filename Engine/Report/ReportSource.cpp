#include "Engine/Report/ReportSource.h"

#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Inputs/InputList.h"
#include "Engine/Batch/Run/Folder/LabelIds.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

/** Throws if a value is missing or of another type. */
DatasetTexts textsOf (const Json& json)
{
    DatasetTexts texts;
    texts.version = json.value ("melstrom", "");
    const Json& preset = json.at ("preset");
    texts.presetName = preset.at ("name");
    texts.presetEquals = preset.value ("equals", "");
    texts.specHash = json.at ("spec_hash");
    texts.planHash = json.value ("plan_hash", "");
    texts.format = json.at ("format");
    texts.layout = json.at ("layout");
    texts.device = json.at ("device");
    texts.warnings = json.value ("warnings", std::vector<std::string> ());
    texts.skipped = json.value ("skipped", std::map<std::string, std::int64_t> ());
    texts.hasSplits = json.contains ("splits");
    return texts;
}

Result<void> readTexts (Storage& storage, ReportSource& source)
{
    const std::string path = source.dataset.path ("dataset.json");
    MELSTROM_TRY_VALUE (const auto text, readWholeFile (storage, path));
    try
    {
        source.texts = textsOf (Json::parse (text));
    }
    catch (const std::exception& problem)
    {
        return Error {
            ErrorCode::badUsage, printable (path) + " is damaged: " + problem.what (), {}};
    }
    return {};
}

/** Calls take (row) for each row below the heading, with the places of the columns; a missing column
    is an empty field. */
Result<void> forEachRow (ReadableFile& file, const std::vector<std::string>& columns,
                         const std::function<void (std::vector<std::string>)>& take)
{
    std::vector<std::size_t> places;
    return forEachCsvRow (
        file,
        [&] (const CsvRow& row) -> Result<void>
        {
            if (places.empty ())
            {
                for (const auto& column : columns)
                    places.push_back (static_cast<std::size_t> (
                        std::ranges::find (row.fields, column) - row.fields.begin ()));
                return {};
            }
            std::vector<std::string> fields;
            for (const auto place : places)
                fields.push_back (place < row.fields.size () ? row.fields[place] : "");
            take (std::move (fields));
            return {};
        });
}

Result<void> readLabels (Storage& storage, ReportSource& source)
{
    MELSTROM_TRY_VALUE (const auto file,
                        storage.openForReading (source.dataset.path ("files.csv")));
    std::unordered_map<std::string, std::int32_t> sets;
    std::vector<std::string> fields {""}; // of the sets
    sets.emplace ("", 0);
    std::size_t index = 0;
    MELSTROM_TRY (forEachRow (*file, {"label"},
                              [&] (const std::vector<std::string>& row)
                              {
                                  const auto [set, isNew] = sets.emplace (
                                      row[0], static_cast<std::int32_t> (fields.size ()));
                                  if (isNew)
                                      fields.push_back (row[0]);
                                  if (index < source.files.size ())
                                      source.files[index++].labelSet = set->second;
                              }));
    const LabelIds ids (source.dataset.labels, {fields.begin (), fields.end ()});
    for (const std::string& field : fields)
        source.labelSets.push_back (ids.ofField (field));
    return {};
}

Result<void> readFailures (Storage& storage, ReportSource& source)
{
    MELSTROM_TRY_VALUE (const auto file,
                        storage.openForReading (source.dataset.path ("errors.csv")));
    return forEachRow (*file, {"path", "code", "message"},
                       [&source] (std::vector<std::string> fields)
                       {
                           source.failures.push_back ({std::move (fields[0]), std::move (fields[1]),
                                                       std::move (fields[2])});
                       });
}

/** Compares a table with the size and checksum in dataset.json. */
Result<void> checkTable (Storage& storage, const FinishedDataset& dataset, const std::string& name)
{
    const auto entry = std::ranges::find (dataset.entries, name, &FileEntry::name);
    MELSTROM_TRY_VALUE (const auto file, storage.openForReading (dataset.path (name)));
    const std::atomic<bool> never {false};
    const auto readAt = [&file] (void* to, std::size_t bytes, std::int64_t offset)
    { return file->readAt (to, bytes, offset); };
    const std::int64_t bytes = file->info ().bytes;
    MELSTROM_TRY_VALUE (const auto crc, checksumOfRange (readAt, {0, bytes}, never));
    if (entry == dataset.entries.end () || entry->bytes != bytes || entry->crc != crc)
        return Error {ErrorCode::verificationFailed,
                      dataset.path (name) +
                          " changed after it was written; --verify shows all damage",
                      {}};
    return {};
}
} // namespace

std::string ReportSource::labelText (const ReportFile& file) const
{
    std::string text;
    for (const int label : labelSets[static_cast<std::size_t> (file.labelSet)])
        text += (text.empty () ? "" : std::string (1, kLabelJoint)) +
                dataset.labels[static_cast<std::size_t> (label)];
    return text;
}

Result<ReportSource> readReportSource (Storage& storage, const std::string& folder)
{
    ReportSource source;
    MELSTROM_TRY_VALUE (source.dataset, readDescription (storage, folder));
    MELSTROM_TRY (readTexts (storage, source));
    MELSTROM_TRY (checkTable (storage, source.dataset, "files.csv"));
    MELSTROM_TRY (checkTable (storage, source.dataset, "errors.csv"));
    MELSTROM_TRY_VALUE (auto lines, readFileLines (storage, source.dataset));
    source.files.reserve (lines.size ());
    for (auto& line : lines)
        source.files.push_back ({std::move (line)});
    MELSTROM_TRY (readLabels (storage, source));
    MELSTROM_TRY (readFailures (storage, source));
    MELSTROM_TRY_VALUE (source.statistics, readStatistics (storage, source.dataset));
    if (source.statistics && source.statistics->files.size () != source.files.size ())
        return Error {ErrorCode::verificationFailed,
                      source.dataset.path (kStatisticsName) + " does not fit files.csv",
                      {}};
    return source;
}

} // namespace melstrom
