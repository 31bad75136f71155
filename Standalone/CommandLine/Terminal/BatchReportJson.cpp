#include "Engine/Batch/Dataset/DatasetText.h"
#include "Standalone/CommandLine/Terminal/BatchReport.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;

/** As in dataset.json. */
Json jsonOf (const LengthCounts& counts)
{
    return {{"cut", counts.numCut},
            {"filled", counts.numFilled},
            {"shorter", counts.numShorter},
            {"longer", counts.numLonger}};
}

Json jsonOf (const std::vector<ArraySummary>& arrays)
{
    auto json = Json::array ();
    for (const auto& array : arrays)
        json.push_back ({{"file", array.file},
                         {"array", array.name},
                         {"dtype", array.type},
                         {"shape", array.shape},
                         {"axes", array.axes},
                         {"bytes", array.bytes}});
    return json;
}

Json jsonOf (const SkippedFiles& skipped)
{
    auto json = Json::object ();
    for (const auto& [extension, count] : skipped.byExtension ())
        json[extension] = count;
    return json;
}

} // namespace

std::string OutcomeReport::json () const
{
    const auto shard = options.shard ? Json (options.shard->text ()) : Json ();
    Json json {{"summary", "batch"},
               {"out", options.outputFolder},
               {"shard", shard},
               {"preset", options.preset.name},
               {"spec_hash", specHash (options.preset.spec)},
               {"already_complete", outcome.alreadyComplete},
               {"device", device},
               {"device_choice", deviceChoice},
               {"files", outcome.numFiles},
               {"failed", outcome.numFailed},
               {"skipped", jsonOf (outcome.skipped)},
               {"rows", outcome.numRows},
               {"rows_kept", outcome.numRowsKept},
               {"notes", outcome.notes},
               {"audio_seconds", outcome.audioSeconds},
               {"lengths", jsonOf (outcome.lengths)},
               {"seconds", seconds},
               {"plan_seconds", outcome.planSeconds},
               {"extract_seconds", outcome.extractSeconds},
               {"seal_seconds", outcome.sealSeconds},
               {"audio_hours_per_second", outcome.audioSeconds / 3600 / seconds},
               {"bytes_read", outcome.bytesRead},
               {"bytes_written", outcome.bytesWritten},
               {"arrays", jsonOf (arrays)}};
    if (! deviceNames.empty ())
        json["devices"] = deviceNames;
    if (profile)
        json["profile"] = Json::parse (profile->json ());
    return jsonLine (json);
}

std::string dryRunJson (const BatchOptions& options, const DryRunReport& report)
{
    auto splits = Json::object ();
    for (std::size_t split = 0; report.hasSplits && split < report.numFilesInSplit.size (); ++split)
        splits[kSplitNames[split]] = report.numFilesInSplit[split];
    return jsonLine ({{"summary", "dry-run"},
                      {"out", options.outputFolder},
                      {"preset", options.preset.name},
                      {"spec_hash", specHash (options.preset.spec)},
                      {"files", report.numFiles},
                      {"failed", report.numFailed},
                      {"skipped", jsonOf (report.skipped)},
                      {"audio_seconds", report.audioHours * 3600},
                      {"labels", report.numLabels},
                      {"splits", splits},
                      {"lengths", jsonOf (report.lengths)},
                      {"input_bytes", report.inputBytes},
                      {"output_bytes", report.outputBytes},
                      {"temporary_bytes", report.temporaryBytes},
                      {"free_bytes", report.freeBytes},
                      {"estimated_compute_seconds", report.estimatedSeconds},
                      {"overwrite_removes", report.removals},
                      {"arrays", jsonOf (summariesOf (report.files))}});
}

std::string verifyJson (const std::string& folder, const VerifyReport& report)
{
    return jsonLine ({{"summary", "verify"},
                      {"out", folder},
                      {"subset", report.subset ? Json (report.subset->text ()) : Json ()},
                      {"sound", report.faults.empty ()},
                      {"files", report.numFiles},
                      {"rows", report.numRows},
                      {"bytes", report.bytesChecked},
                      {"files_recomputed", report.numRecomputed},
                      {"inputs_missing", report.numMissingInputs},
                      {"made_elsewhere", report.numElsewhere},
                      {"faults", report.faults}});
}

} // namespace melstrom
