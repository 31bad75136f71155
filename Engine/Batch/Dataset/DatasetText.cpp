#include "Engine/Batch/Dataset/DatasetText.h"

#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Core/Version.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

/** A TOML number, string or boolean as the JSON value of the same type. */
Json tomlValue (const std::string& text)
{
    const Json parsed = Json::parse (text, nullptr, false);
    return parsed.is_discarded () ? Json (text) : parsed;
}

const char* formatName (OutputFormat format) noexcept
{
    return format == OutputFormat::h5 ? "h5" : "npy";
}

Json splitTotals (const DatasetPlan& plan)
{
    Json totals = Json::object ();
    for (std::size_t split = 0; split < 3; ++split)
        totals[kSplitNames[split]] = {{"files", plan.numFiles[split]},
                                      {"rows", plan.numRows[split]}};
    return totals;
}
} // namespace

std::string hexadecimal (std::uint32_t value)
{
    char text[9];
    std::snprintf (text, sizeof text, "%08x", value);
    return text;
}

const char* typeName (ElementType type) noexcept
{
    switch (type)
    {
        case ElementType::float16: return "float16";
        case ElementType::float32: return "float32";
        case ElementType::int16: return "int16";
        case ElementType::int64: return "int64";
    }
    return "int64";
}

std::string jsonText (const Json& value)
{
    return value.dump (2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json specJson (const MelSpec& spec)
{
    Json json = Json::object ();
    std::istringstream lines (toToml (spec));
    for (std::string line; std::getline (lines, line);)
        if (const std::size_t equals = line.find (" = "); equals != std::string::npos)
            json[line.substr (0, equals)] = tomlValue (line.substr (equals + 3));
    return json;
}

std::string filesCsv (const DatasetPlan& plan, const FileLedger& ledger)
{
    std::string text;
    std::vector<std::string> row {"file",    "path",      "label", "rate_hz", "channels",
                                  "samples", "first_row", "rows",  "crc32c",  "status"};
    if (plan.hasSplits)
        row.push_back ("split");
    appendCsvRow (text, row);
    for (std::size_t i = 0; i < plan.files.size (); ++i)
    {
        const PlannedFile& file = plan.files[i];
        const auto index = static_cast<std::int32_t> (i);
        const std::string status =
            ledger.hasFailed (index) ? std::string (codeName (ledger.errorOf (index).code)) : "ok";
        row = {std::to_string (i),
               file.path,
               file.label,
               std::to_string (file.rateHz),
               std::to_string (file.numChannels),
               std::to_string (file.numSamples),
               std::to_string (file.firstRow),
               std::to_string (file.numRows),
               hexadecimal (ledger.checksumOf (index)),
               status};
        if (plan.hasSplits)
            row.push_back (kSplitNames[file.split]);
        appendCsvRow (text, row);
    }
    return text;
}

std::string errorsCsv (const DatasetPlan& plan, const FileLedger& ledger)
{
    std::string text;
    appendCsvRow (text, {"path", "code", "message", "byte_offset"});
    for (std::size_t i = 0; i < plan.files.size (); ++i)
        if (const auto index = static_cast<std::int32_t> (i); ledger.hasFailed (index))
        {
            const Error error = ledger.errorOf (index);
            appendCsvRow (text,
                          {plan.files[i].path, std::string (codeName (error.code)), error.message,
                           error.byteOffset ? std::to_string (*error.byteOffset) : ""});
        }
    return text;
}

Json datasetJsonHead (const DatasetPlan& plan, const BatchOptions& options,
                      const FileLedger& ledger, const std::string& backendName,
                      const std::string& deviceName)
{
    const MelSpec& spec = options.preset.spec;
    Json json;
    json["melstrom"] = kVersion;
    json["preset"] = {{"name", options.preset.name},
                      {"equals", options.preset.equals},
                      {"version", options.preset.version}};
    json["spec"] = specJson (spec);
    json["spec_hash"] = specHash (spec);
    json["format"] = formatName (options.format);
    json["layout"] = spec.layout == Layout::segments ? "segments" : "frames";
    json["backend"] = backendName;
    json["device"] = deviceName;
    json["truncated"] = options.audio.keepTruncated ? "keep" : "refuse";
    json["nonfinite"] = options.audio.zeroNonFinite ? "zero" : "refuse";
    json["labels"] = plan.labels;
    json["totals"] = {{"files", plan.files.size ()},
                      {"failed", ledger.numFailed ()},
                      {"rows", plan.numRows[0] + plan.numRows[1] + plan.numRows[2]},
                      {"audio_seconds", plan.totalSeconds}};
    if (plan.hasSplits)
        json["splits"] = splitTotals (plan);
    return json;
}

std::string planText (const DatasetPlan& plan, const BatchOptions& options,
                      const std::string& backendName)
{
    Json json;
    json["melstrom"] = kVersion;
    json["spec_hash"] = specHash (options.preset.spec);
    json["spec"] = specJson (options.preset.spec);
    json["format"] = formatName (options.format);
    json["waveform"] = options.waveform;
    json["resample"] = options.resample;
    json["truncated"] = options.audio.keepTruncated ? "keep" : "refuse";
    json["nonfinite"] = options.audio.zeroNonFinite ? "zero" : "refuse";
    json["backend"] = backendName;
    json["labels"] = plan.labels;
    json["has_splits"] = plan.hasSplits;
    Json files = Json::array ();
    for (const PlannedFile& file : plan.files)
        files.push_back ({file.path, file.labelId, file.split, file.rateHz, file.numChannels,
                          file.numSamples, file.numRows});
    json["files"] = std::move (files);
    return jsonText (json);
}

} // namespace melstrom
