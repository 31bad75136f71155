#include "Engine/Batch/Dataset/DatasetText.h"

#include "Engine/Batch/Dataset/DatasetWarnings.h"
#include "Engine/Batch/Dataset/FilesText.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Core/Version.h"
#include "Engine/Marks/MarkNumber.h"
#include "Engine/Spec/Mel/MelSpecFields.h"

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

/** "cat;dog": a file's labels in the order in which they were listed. */
std::string labelText (const DatasetPlan& plan, const PlannedFile& file)
{
    std::string text;
    for (const int id : plan.labelsOf (file))
    {
        if (! text.empty ())
            text += kLabelJoint;
        text += plan.labels[static_cast<std::size_t> (id)];
    }
    return text;
}

/** One line of files.csv. */
void appendFile (std::string& text, const DatasetPlan& plan, const FileLedger& ledger,
                 std::int32_t index)
{
    const PlannedFile& file = plan.files[static_cast<std::size_t> (index)];
    text += std::to_string (index) + ',';
    appendCsvField (text, file.path);
    text += ',';
    appendCsvField (text, labelText (plan, file));
    for (const std::int64_t number : {std::int64_t {file.rateHz}, std::int64_t {file.numChannels},
                                      file.numSamples, file.firstRow, file.numRows})
        text += ',' + std::to_string (number);
    text += ',' + hexadecimal (ledger.checksumOf (index)) + ',';
    text += ledger.hasFailed (index) ? codeName (ledger.errorOf (index).code) : "ok";
    text += ',';
    appendCsvField (text, file.relativePath ());
    if (plan.hasSplits)
        text += std::string (",") + kSplitNames[file.split];
    for (const auto& [names, number] : {std::pair (&plan.notes.folds, file.facts.fold),
                                        std::pair (&plan.notes.groups, file.facts.group)})
        if (! names->empty ())
        {
            text += ',';
            appendCsvField (text, number < 0 ? "" : (*names)[static_cast<std::size_t> (number)]);
        }
    if (const Box* const box = plan.boxOf (file))
        text += ',' + writtenNumber (box->beginSeconds) + ',' + writtenNumber (box->endSeconds) +
                ',' + limitsText (*box);
    text += '\n';
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

const char* formatName (OutputFormat format) noexcept
{
    return format == OutputFormat::h5 ? "h5" : "npy";
}

const char* typeName (ElementType type) noexcept
{
    switch (type)
    {
        case ElementType::float16: return "float16";
        case ElementType::float32: return "float32";
        case ElementType::int16: return "int16";
        case ElementType::int64: return "int64";
        case ElementType::uint8: return "uint8";
    }
    return "int64";
}

std::string jsonText (const Json& value)
{
    return value.dump (2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string jsonLine (const Json& value)
{
    return value.dump (-1, ' ', false, Json::error_handler_t::replace) + "\n";
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

Result<void> writeFilesCsv (const TextSink& sink, const DatasetPlan& plan, const FileLedger& ledger,
                            int numThreads)
{
    std::string heading =
        "file,path,label,rate_hz,channels,samples,first_row,rows,crc32c,status,relative_path";
    heading += plan.hasSplits ? ",split" : "";
    heading += plan.notes.folds.empty () ? "" : ",fold";
    heading += plan.notes.groups.empty () ? "" : ",group";
    heading += plan.notes.boxes.empty () ? "\n" : ",begin_s,end_s,low_hz,high_hz\n";
    MELSTROM_TRY (sink (heading));
    return streamFiles (sink, static_cast<std::int64_t> (plan.files.size ()), numThreads,
                        [&] (std::string& lines, std::int64_t index)
                        { appendFile (lines, plan, ledger, static_cast<std::int32_t> (index)); });
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
    if (spec.rateHz)
        json["resampler"] = tomlValue (findSpecKey ("resampler")->write (spec));
    json["spec_hash"] = specHash (spec);
    json["format"] = formatName (options.format);
    json["layout"] = spec.layout == Layout::segments ? "segments" : "frames";
    json["backend"] = backendName;
    json["device"] = deviceName;
    addComputation (json, plan.computation);
    if (! plan.ffmpegVersion.empty ())
        json["ffmpeg"] = plan.ffmpegVersion;
    json["truncated"] = options.audio.keepTruncated ? "keep" : "refuse";
    json["nonfinite"] = options.audio.zeroNonFinite ? "zero" : "refuse";
    json["labels"] = plan.labels;
    if (plan.notes.hasTargets ())
        json["targets"] = plan.notes.targetNames;
    json["totals"] = {{"files", plan.files.size ()},
                      {"failed", ledger.numFailed ()},
                      {"rows", plan.numRows[0] + plan.numRows[1] + plan.numRows[2]},
                      {"audio_seconds", plan.totalSeconds}};
    json["skipped"] = Json::object ();
    for (const auto& [extension, count] : plan.skipped.byExtension ())
        json["skipped"][extension] = count;
    if (spec.clipMs || spec.padToSamples)
        json["lengths"] = {{"cut", plan.lengths.numCut},
                           {"filled", plan.lengths.numFilled},
                           {"shorter", plan.lengths.numShorter},
                           {"longer", plan.lengths.numLonger}};
    if (plan.hasSplits)
        json["splits"] = splitTotals (plan);
    json["warnings"] = datasetWarnings (plan, ledger.filesWithNonFinite ());
    return json;
}

} // namespace melstrom
