#include "Engine/Batch/Run/Folder/FinishedDataset.h"

#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

std::uint32_t checksumOf (const Json& json)
{
    const auto text = json.get<std::string> ();
    std::uint32_t value = 0;
    std::from_chars (text.data (), text.data () + text.size (), value, 16);
    return value;
}

Result<std::unique_ptr<ReadableFile>> openFile (Storage& storage, const FinishedDataset& dataset,
                                                const std::string& name)
{
    auto file = storage.openForReading (dataset.path (name));
    if (! file)
        return Error {ErrorCode::badUsage,
                      printable (dataset.folder) +
                          " holds no finished dataset: " + file.error ().message,
                      {}};
    return file;
}

ArrayLine arrayOf (const Json& entry)
{
    ArrayLine array {entry.at ("name"),
                     entry.at ("file"),
                     entry.value ("split", ""),
                     entry.at ("offset"),
                     0,
                     {}};
    const std::string type = entry.at ("dtype");
    array.bytes = type == "float16" || type == "int16" ? 2
                  : type == "float32"                  ? 4
                  : type == "uint8"                    ? 1
                                                       : 8;
    for (const std::int64_t dimension : entry.at ("shape"))
        if (dimension < 0 || __builtin_mul_overflow (array.bytes, dimension, &array.bytes))
            throw std::invalid_argument ("a shape that no array has");
    if (entry.contains ("crc32c"))
        array.crc = checksumOf (entry["crc32c"]);
    return array;
}

FileEntry entryOf (const Json& entry)
{
    const bool hasArrays = ! entry.contains ("crc32c");
    return {entry.at ("name"), entry.at ("bytes"),
            checksumOf (entry.at (hasArrays ? "crc32c_outside_arrays" : "crc32c"))};
}

SourceEntry sourceOf (const Json& entry)
{
    SourceEntry source {entry.at ("file"),
                        entry.value ("split", ""),
                        entry.at ("bytes"),
                        entry.at ("first_row"),
                        entry.at ("rows"),
                        checksumOf (entry.at ("crc32c_outside_arrays")),
                        {},
                        {}};
    for (const Json& array : entry.at ("arrays"))
    {
        source.arrays.push_back ({array.at ("name"), array.at ("offset"), array.at ("bytes")});
        source.ranges.push_back ({source.arrays.back ().offset, source.arrays.back ().bytes});
    }
    return source;
}

/** The shape of the first array of features; no features at all without one. */
RowShape shapeOf (const Json& description, bool isSegments)
{
    for (const Json& array : description["arrays"])
    {
        const std::string name = array.at ("name");
        if (name != "features" && name != "segments_mel")
            continue;
        const auto shape = array.at ("shape").get<std::vector<std::int64_t>> ();
        if (shape.size () < (isSegments ? 3u : 2u))
            continue;
        RowShape row;
        row.framesPerRow = isSegments ? shape.back () : 1;
        row.numFeatures = static_cast<int> (isSegments ? shape[shape.size () - 2] : shape.back ());
        row.isHalf = array.at ("dtype") == "float16";
        return row;
    }
    return {};
}

/** Throws if a value is missing or of another type. */
Result<void> take (const Json& description, FinishedDataset& dataset)
{
    for (const Json& entry : description["arrays"])
        dataset.arrays.push_back (arrayOf (entry));
    for (const Json& entry : description.at ("files"))
        dataset.entries.push_back (entryOf (entry));
    if (description.contains ("sources"))
        for (const Json& entry : description["sources"])
            dataset.sources.push_back (sourceOf (entry));
    for (const auto& [key, value] : description["spec"].items ())
        MELSTROM_TRY (applySetting (dataset.spec, key + "=" + value.dump ()));
    dataset.shape = shapeOf (description, dataset.spec.layout == Layout::segments);
    dataset.labels = description.value ("labels", std::vector<std::string> ());
    dataset.audio.keepTruncated = description.at ("truncated") == "keep";
    dataset.audio.zeroNonFinite = description.at ("nonfinite") == "zero";
    dataset.backendName = description.at ("backend").get<std::string> ();
    dataset.deviceName = description.at ("device").get<std::string> ();
    dataset.computation = computationOf (description);
    if (const auto normalisation = description.find ("normalisation");
        normalisation != description.end ())
    {
        MELSTROM_TRY_VALUE (dataset.moments, momentsOf (*normalisation));
    }
    dataset.numFiles =
        description.value ("totals", Json::object ()).value ("files", std::size_t {0});
    return {};
}
} // namespace

Result<FinishedDataset> readDescription (Storage& storage, const std::string& folder)
{
    FinishedDataset dataset;
    dataset.folder = folder;
    MELSTROM_TRY_VALUE (const auto file, openFile (storage, dataset, "dataset.json"));
    MELSTROM_TRY_VALUE (const auto text, readWhole (*file));
    if (! isSealed (text))
        return Error {ErrorCode::verificationFailed,
                      "dataset.json changed after it was written: its checksum differs",
                      {}};
    const Json description = Json::parse (text, nullptr, false);
    if (! description.is_object () || ! description.contains ("arrays") ||
        ! description.contains ("spec"))
        return Error {ErrorCode::badUsage,
                      dataset.path ("dataset.json") + " is not a dataset's description",
                      {}};
    try
    {
        MELSTROM_TRY (take (description, dataset));
    }
    catch (const std::exception& problem)
    {
        return Error {ErrorCode::badUsage,
                      dataset.path ("dataset.json") + " is damaged: " + problem.what (),
                      {}};
    }
    return dataset;
}

Result<std::vector<FileLine>> readFileLines (Storage& storage, const FinishedDataset& dataset)
{
    MELSTROM_TRY_VALUE (const auto file, openFile (storage, dataset, "files.csv"));
    return readFileLines (*file, dataset.path ("files.csv"), dataset.numFiles);
}

Result<std::optional<DatasetStatistics>> readStatistics (Storage& storage,
                                                         const FinishedDataset& dataset)
{
    using Found = std::optional<DatasetStatistics>;
    const auto entry = std::ranges::find (dataset.entries, kStatisticsName, &FileEntry::name);
    if (entry == dataset.entries.end ())
        return Found ();
    const auto refused = [&dataset] (const std::string& why)
    {
        return Error {ErrorCode::verificationFailed,
                      dataset.path (kStatisticsName) + " " + why + "; --verify shows all damage",
                      {}};
    };
    auto text = readWholeFile (storage, dataset.path (kStatisticsName));
    if (! text && text.error ().code == ErrorCode::fileMissing)
        return refused ("is missing");
    if (! text)
        return text.error ();
    if (static_cast<std::int64_t> (text->size ()) != entry->bytes ||
        crc32c (0, text->data (), text->size ()) != entry->crc)
        return refused ("changed after it was written");
    auto statistics = parseStatistics (*text);
    if (! statistics || statistics->files.size () != dataset.numFiles ||
        (dataset.shape.numFeatures > 0 && // else there are no rows
         (statistics->numFeatures != dataset.shape.numFeatures ||
          statistics->framesPerRow != dataset.shape.framesPerRow)))
        return refused ("does not fit the dataset");
    return statistics;
}

} // namespace melstrom
