// plan.json: what makes two runs the same.
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/FilesText.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Version.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

constexpr std::string_view kFilesMark = "\"files\": []";

/** As jsonText writes a string: most paths are plain and need no parser. */
void appendString (std::string& text, const std::string& value)
{
    const bool isPlain =
        std::all_of (value.begin (), value.end (),
                     [] (char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; });
    text += isPlain ? '"' + value + '"'
                    : Json (value).dump (-1, ' ', false, Json::error_handler_t::replace);
}

/** Indented as jsonText indents it. */
void appendFile (std::string& text, const PlannedFile& file)
{
    text += "    [\n      ";
    appendString (text, file.path);
    for (const std::int64_t number :
         {std::int64_t {file.labelId}, std::int64_t {file.split}, std::int64_t {file.rateHz},
          std::int64_t {file.numChannels}, file.numSamples, file.numRows})
        text += ",\n      " + std::to_string (number);
    text += "\n    ]";
}
} // namespace

std::string planFilesText (const DatasetPlan& plan, int numThreads)
{
    const auto numFiles = static_cast<std::int64_t> (plan.files.size ());
    std::string text = "[";
    appendFiles (text, numFiles, numThreads,
                 [&] (std::string& lines, std::int64_t index)
                 {
                     lines += index > 0 ? ",\n" : "\n";
                     appendFile (lines, plan.files[static_cast<std::size_t> (index)]);
                 });
    return text + (numFiles > 0 ? "\n  ]" : "]");
}

namespace
{
const char* labelModeName (LabelMode mode) noexcept
{
    switch (mode)
    {
        case LabelMode::none: return "none";
        case LabelMode::folders: return "folders";
        case LabelMode::table: return "table";
    }
    return "none";
}

Json splitJson (const InputOptions& inputs)
{
    switch (inputs.splits)
    {
        case SplitMode::none: return "none";
        case SplitMode::folders: return "folders";
        case SplitMode::ratio: return inputs.ratios;
    }
    return "none";
}
} // namespace

Json settingsJson (const BatchOptions& options, const std::string& backendName)
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
    json["inputs"] = Json::array ();
    for (const std::string& input : options.inputs.inputs)
        json["inputs"].push_back (tidyPath (input));
    json["labels_from"] = labelModeName (options.inputs.labels);
    json["split"] = splitJson (options.inputs);
    json["backend"] = backendName;
    if (options.shard)
        json["shard"] = {{"index", options.shard->index}, {"count", options.shard->count}};
    return json;
}

std::string planText (const DatasetPlan& plan, const BatchOptions& options, const Json& settings,
                      const std::string& filesText, const std::string& wholeDigest)
{
    Json json;
    json["settings"] = settings;
    json["outputs"] = Json::array ();
    for (const DatasetFile& file : layOutDataset (plan, options))
        json["outputs"].push_back (file.name);
    if (! plan.ffmpegVersion.empty ())
        json["ffmpeg"] = plan.ffmpegVersion;
    json["skipped"] = Json::object ();
    for (const auto& [extension, count] : plan.skipped.byExtension ())
        json["skipped"][extension] = count;
    if (! wholeDigest.empty ())
        json["part_of"] = wholeDigest;
    json["labels"] = plan.labels;
    json["files"] = Json::array ();
    std::string text = jsonText (json);
    const std::size_t mark = text.rfind (kFilesMark); // the last key, and quotes are escaped
    return text.replace (mark + kFilesMark.size () - 2, 2, filesText);
}

} // namespace melstrom
