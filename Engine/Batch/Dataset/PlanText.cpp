#include "Engine/Batch/Dataset/PlanText.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/FilesText.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Version.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

constexpr std::string_view kFilesMark = "\"files\": []";

/** As jsonText writes a string. Most paths are plain and need no parser. */
void appendString (std::string& text, std::string_view value)
{
    const bool isPlain =
        std::all_of (value.begin (), value.end (),
                     [] (char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; });
    if (isPlain)
        ((text += '"') += value) += '"';
    else
        text += Json (value).dump (-1, ' ', false, Json::error_handler_t::replace);
}

/** Indented as jsonText indents it. */
void appendFile (std::string& text, const DatasetPlan& plan, const PlannedFile& file)
{
    text += "    [\n      ";
    appendString (text, file.path);
    for (const std::int64_t number :
         {std::int64_t {plan.labelIdOf (file)}, std::int64_t {file.split},
          std::int64_t {file.rateHz}, std::int64_t {file.numChannels}, file.numSamples,
          file.numRows})
        text += ",\n      " + std::to_string (number);
    text += "\n    ]";
}

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
        case SplitMode::listed: return "listed";
        case SplitMode::folders: return "folders";
        case SplitMode::ratio: return {{"ratio", inputs.ratios}, {"by", inputs.splitBy}};
        case SplitMode::stable: return {{"stable", inputs.ratios}, {"by", inputs.splitBy}};
        case SplitMode::fold: return {{"fold", inputs.testFold}};
    }
    return "none";
}

Json columnsJson (const TableColumns& columns)
{
    return {{"path", columns.path}, {"labels", columns.labels}, {"split", columns.split},
            {"fold", columns.fold}, {"group", columns.group},   {"targets", columns.targets}};
}

/** Where labels and other annotations come from. */
Json labelsJson (const InputOptions& inputs)
{
    Json json = {{"from", labelModeName (inputs.labels)},
                 {"table", tidyPath (inputs.labelTable)},
                 {"pattern", inputs.labelPattern},
                 {"separator", inputs.labelSeparator},
                 {"columns", columnsJson (inputs.columns)}};
    if (! inputs.boxTable.empty ())
        json["boxes"] = tidyPath (inputs.boxTable);
    return json;
}
} // namespace

std::string annotationsDigest (const DatasetPlan& plan)
{
    std::string record;
    const auto add = [&record] (std::string_view text)
    { (record += std::to_string (text.size ()) + ':') += text; };
    const auto addName = [&add] (const std::vector<std::string>& names, int number)
    { add (number < 0 ? std::string_view () : names[static_cast<std::size_t> (number)]); };

    for (const std::string& target : plan.notes.targetNames)
        add (target);
    std::string digest = hashText (record);
    for (const PlannedFile& file : plan.files)
    {
        record = digest; // each file's record holds the digest of all files before it
        add (file.relativePath ());
        for (const int id : plan.labelsOf (file))
            add (plan.labels[static_cast<std::size_t> (id)]);
        addName (plan.notes.folds, file.facts.fold);
        addName (plan.notes.groups, file.facts.group);
        if (const Box* const box = plan.boxOf (file))
            add (limitsText (*box));
        const auto targets = std::as_bytes (plan.targetsOf (file));
        add ({reinterpret_cast<const char*> (targets.data ()), targets.size ()});
        digest = hashText (record);
    }
    return digest;
}

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
    if (options.moments)
        json["statistics"] = digestOf (*options.moments);
    json["inputs"] = Json::array ();
    for (const std::string& input : options.inputs.inputs)
        json["inputs"].push_back (tidyPath (input));
    json["labels_from"] = labelsJson (options.inputs);
    json["split"] = splitJson (options.inputs);
    json["backend"] = backendName;
    if (options.shard)
        json["shard"] = {{"index", options.shard->index}, {"count", options.shard->count}};
    return json;
}

PlanText::PlanText (const DatasetPlan& plan, const BatchOptions& options, const Json& settings,
                    int numThreads, const std::string& wholeDigest, const std::string& deviceChoice)
    : plan_ (plan), numThreads_ (numThreads)
{
    Json json;
    json["settings"] = settings;
    addComputation (json, plan.computation);
    if (! deviceChoice.empty ())
        json["device_choice"] = deviceChoice;
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
    json["annotations"] = annotationsDigest (plan);
    json["files"] = Json::array ();
    const std::string text = jsonText (json);
    // the last key; quotes inside of strings are escaped
    const std::size_t mark = text.rfind (kFilesMark);
    head_ = text.substr (0, mark + kFilesMark.size () - 1);
    tail_ = (plan.files.empty () ? "" : "\n  ") + text.substr (head_.size ());

    std::uint64_t hash = hashBytes ({});
    (void)write (
        [&] (std::string_view piece) -> Result<void>
        {
            hash = hashBytes (piece, hash);
            numBytes_ += static_cast<std::int64_t> (piece.size ());
            return {};
        });
    digest_ = hashDigits (hash);
}

Result<void> PlanText::write (const TextSink& sink) const
{
    MELSTROM_TRY (sink (head_));
    const auto streamed =
        streamFiles (sink, static_cast<std::int64_t> (plan_.files.size ()), numThreads_,
                     [this] (std::string& lines, std::int64_t index)
                     {
                         lines += index > 0 ? ",\n" : "\n";
                         appendFile (lines, plan_, plan_.files[static_cast<std::size_t> (index)]);
                     });
    return streamed ? sink (tail_) : streamed;
}

} // namespace melstrom
