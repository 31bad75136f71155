#include "Engine/Batch/Run/FinishedDataset.h"

#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/MelSpecToml.h"

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

std::int64_t numberOf (const std::string& text, int base = 10)
{
    std::int64_t value = -1;
    std::from_chars (text.data (), text.data () + text.size (), value, base);
    return value;
}

Result<std::string> readText (Storage& storage, const FinishedDataset& dataset,
                              const std::string& name)
{
    const auto file = storage.openForReading (dataset.path (name));
    if (! file)
        return Error {ErrorCode::badUsage,
                      printable (dataset.folder) +
                          " holds no finished dataset: " + file.error ().message,
                      {}};
    return readWhole (**file);
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
        array.crc = static_cast<std::uint32_t> (numberOf (entry["crc32c"].get<std::string> (), 16));
    return array;
}

FileEntry entryOf (const Json& entry)
{
    return {
        entry.at ("name"), entry.at ("bytes"),
        static_cast<std::uint32_t> (numberOf (
            entry.contains ("crc32c") ? entry["crc32c"] : entry.at ("crc32c_outside_arrays"), 16))};
}

std::uint32_t checksumOf (const Json& text)
{
    return static_cast<std::uint32_t> (numberOf (text.get<std::string> (), 16));
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

/** A line under its heading; empty where a column is missing, or the relative path is no end of the
    path. A dataset without relative paths comes from a version whose dither whole paths seeded. */
std::optional<FileLine> lineOf (const std::vector<std::string>& heading,
                                const std::vector<std::string>& fields)
{
    const auto field = [&] (std::string_view column) -> const std::string*
    {
        const auto place = std::find (heading.begin (), heading.end (), column) - heading.begin ();
        return static_cast<std::size_t> (place) < fields.size ()
                   ? &fields[static_cast<std::size_t> (place)]
                   : nullptr;
    };
    for (const char* column :
         {"path", "rate_hz", "channels", "samples", "first_row", "rows", "crc32c", "status"})
        if (field (column) == nullptr)
            return {};
    FileLine line;
    line.path = *field ("path");
    line.status = *field ("status");
    line.split = field ("split") != nullptr ? *field ("split") : "";
    line.rateHz = numberOf (*field ("rate_hz"));
    line.numChannels = numberOf (*field ("channels"));
    line.numSamples = numberOf (*field ("samples"));
    line.firstRow = numberOf (*field ("first_row"));
    line.numRows = numberOf (*field ("rows"));
    line.crc = static_cast<std::uint32_t> (numberOf (*field ("crc32c"), 16));
    const auto& relative =
        field ("relative_path") != nullptr ? *field ("relative_path") : line.path;
    if (! line.path.ends_with (relative))
        return {};
    line.relativeAt = line.path.size () - relative.size ();
    return line;
}

/** Throws where something is missing or of another type. */
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
        if (auto set = applySetting (dataset.spec, key + "=" + value.dump ()); ! set)
            return set;
    dataset.audio.keepTruncated = description.at ("truncated") == "keep";
    dataset.audio.zeroNonFinite = description.at ("nonfinite") == "zero";
    dataset.backendName = description.at ("backend").get<std::string> ();
    dataset.deviceName = description.at ("device").get<std::string> ();
    dataset.computation = computationOf (description);
    return {};
}
} // namespace

Result<FinishedDataset> readDescription (Storage& storage, const std::string& folder)
{
    FinishedDataset dataset;
    dataset.folder = folder;
    const auto text = readText (storage, dataset, "dataset.json");
    if (! text)
        return text.error ();
    if (! isSealed (*text))
        return Error {ErrorCode::verificationFailed,
                      "dataset.json is not what was written: its checksum differs",
                      {}};
    const Json description = Json::parse (*text, nullptr, false);
    if (! description.is_object () || ! description.contains ("arrays") ||
        ! description.contains ("spec"))
        return Error {ErrorCode::badUsage,
                      dataset.path ("dataset.json") + " is not a dataset's description",
                      {}};
    try
    {
        if (auto taken = take (description, dataset); ! taken)
            return taken.error ();
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
    const auto text = readText (storage, dataset, "files.csv");
    if (! text)
        return text.error ();
    const auto rows = parseCsv (*text);
    if (! rows)
        return rows.error ();
    std::vector<FileLine> lines;
    for (std::size_t i = 1; i < rows->size (); ++i)
    {
        auto line = lineOf (rows->front ().fields, (*rows)[i].fields);
        if (! line)
            return Error {ErrorCode::badUsage,
                          dataset.path ("files.csv") + " line " + std::to_string ((*rows)[i].line) +
                              " is damaged",
                          {}};
        lines.push_back (*std::move (line));
    }
    return lines;
}

} // namespace melstrom
