#include "Standalone/CommandLine/Terminal/BatchReport.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string linesOf (const Rows& rows)
{
    TextTable table ({TextTable::Side::left, TextTable::Side::left});
    for (const auto& [name, value] : rows)
        if (! value.empty ())
            table.addRow ({name, value});
    return table.text ();
}

std::string secondsText (double seconds)
{
    return seconds < 0.1 ? fixedText (1000 * seconds, 1) + " ms" : elapsedText (seconds);
}

std::string audioText (double seconds)
{
    constexpr double hourSeconds = 3600, minuteSeconds = 60;
    if (seconds < 2 * minuteSeconds)
        return fixedText (seconds, 1) + " s";
    if (seconds < 2 * hourSeconds)
        return fixedText (seconds / minuteSeconds, 1) + " min";
    return shortText (seconds / hourSeconds) + " hours";
}

/** "TRAINING 1,600, VALIDATION 200, TESTING 200 files" */
std::string splitsText (const std::array<std::int64_t, 3>& numFiles)
{
    std::string text;
    for (std::size_t split = 0; split < numFiles.size (); ++split)
        text += (split > 0 ? ", " : "") + std::string (kSplitNames[split]) + " " +
                groupedText (numFiles[split]);
    return text + " files";
}

/** "3: 2 txt, 1 without an extension"; the most frequent first. */
std::string skippedText (const SkippedFiles& skipped)
{
    constexpr std::size_t mostNamed = 8;
    std::vector<std::pair<std::int64_t, std::string>> counts;
    for (const auto& [extension, count] : skipped.byExtension ())
        counts.emplace_back (-count, extension);
    std::sort (counts.begin (), counts.end ());
    std::string text = groupedText (skipped.total ()) + ":";
    for (std::size_t i = 0; i < std::min (counts.size (), mostNamed); ++i)
        text += (i > 0 ? ", " : " ") + groupedText (-counts[i].first) + " " +
                (counts[i].second.empty () ? "without an extension" : counts[i].second);
    return text + (counts.size () > mostNamed ? " and others" : "");
}

void addSkipped (Rows& rows, const SkippedFiles& skipped)
{
    if (skipped.total () > 0)
        rows.emplace_back ("Skipped", skippedText (skipped));
}

std::string presetText (const MelPreset& preset)
{
    return preset.name + " (spec " + specHash (preset.spec) + ")";
}

/** Numbers of files that were cut or extended to the spec's length; empty if the spec has no
    length. */
std::string lengthsText (const MelSpec& spec, const LengthCounts& counts)
{
    if (spec.clipMs)
    {
        const auto filled = spec.clipPad == ClipPad::repeat ? " repeated" : " padded with zeros";
        const auto rest = spec.clipPad == ClipPad::none
                              ? groupedText (counts.numShorter) + " shorter and not padded"
                              : groupedText (counts.numFilled) + filled;
        return groupedText (counts.numCut) + " cut to " + findSpecKey ("clip_ms")->write (spec) +
               " ms, " + rest;
    }
    if (! spec.padToSamples)
        return {};
    return groupedText (counts.numFilled) + " padded with zeros to " +
           groupedText (*spec.padToSamples) + " samples, " + groupedText (counts.numLonger) +
           " longer and kept whole";
}

std::string shardText (const BatchOptions& options)
{
    if (! options.shard)
        return {};
    return options.shard->text () + ": one part of a dataset, counted from 0";
}

/** "CPU (AVX2): predicted 0.53 s, ...": the device, and the choice without its first word; or
    "NVIDIA H200: cuda:0, cuda:1". names: of devices that shared the work */
std::string deviceText (const std::string& device, const std::string& choice,
                        const std::vector<std::string>& names)
{
    std::string text = printable (device);
    for (std::size_t i = 0; i < names.size (); ++i)
        text += (i == 0 ? ": " : ", ") + names[i];
    const auto colon = choice.find (": ");
    return text + (colon == std::string::npos ? "" : choice.substr (colon));
}

std::string speedText (const BatchOutcome& outcome, double seconds)
{
    const double speed = outcome.audioSeconds / seconds;
    const auto realTime = shortText (speed) + " x real time";
    return (speed < 60 ? realTime // seconds of audio a second are the same number
                       : audioRateText (speed / 3600) + " of audio a second (" + realTime + ")") +
           ", " + byteRateText (static_cast<double> (outcome.bytesRead) / seconds) + " read, " +
           byteRateText (static_cast<double> (outcome.bytesWritten) / seconds) + " written";
}

} // namespace

std::string OutcomeReport::text () const
{
    Rows rows {{"Dataset", printable (options.outputFolder)},
               {"Preset", presetText (options.preset)},
               {"Shard", shardText (options)},
               {"Files", filesInText (outcome.numFiles, outcome.numFailed)}};
    addSkipped (rows, outcome.skipped);
    rows.emplace_back ("Rows", groupedText (outcome.numRows));
    rows.emplace_back ("Audio", audioText (outcome.audioSeconds));
    if (const auto lengths = lengthsText (options.preset.spec, outcome.lengths); ! lengths.empty ())
        rows.emplace_back ("Lengths", lengths);
    rows.emplace_back ("Device", deviceText (device, deviceChoice, deviceNames));
    if (outcome.alreadyComplete)
        rows.emplace_back ("Time", secondsText (seconds) +
                                       ": the dataset of the same inputs already exists");
    else
    {
        rows.emplace_back ("Time", secondsText (seconds) + " (plan " +
                                       secondsText (outcome.planSeconds) + ", extract " +
                                       secondsText (outcome.extractSeconds) + ", seal " +
                                       secondsText (outcome.sealSeconds) + ")");
        rows.emplace_back ("Speed", speedText (outcome, seconds));
        if (outcome.numRowsKept > 0)
            rows.emplace_back ("Kept",
                               countText (outcome.numRowsKept, "row") + " of an earlier run");
    }
    return linesOf (rows) + "\n" + arraysText (arrays) +
           (profile ? "\n" + profile->text () : std::string ());
}

std::string dryRunText (const BatchOptions& options, const DryRunReport& report)
{
    std::string text = "Dry run: nothing was written.\n\n";
    const auto usable = report.numFiles - report.numFailed;
    Rows rows {{"Dataset", printable (options.outputFolder)},
               {"Preset", presetText (options.preset)},
               {"Shard", shardText (options)},
               {"Files", groupedText (report.numFiles) + ", of which " + groupedText (usable) +
                             " can be used"}};
    addSkipped (rows, report.skipped);
    rows.emplace_back ("Audio", audioText (report.audioHours * 3600) + ", " +
                                    bytesText (static_cast<double> (report.inputBytes)) +
                                    " of samples");
    rows.emplace_back ("Labels", groupedText (report.numLabels));
    if (report.hasSplits)
        rows.emplace_back ("Splits", splitsText (report.numFilesInSplit));
    if (const auto lengths = lengthsText (options.preset.spec, report.lengths); ! lengths.empty ())
        rows.emplace_back ("Lengths", lengths);
    if (! report.files.empty ())
    {
        rows.emplace_back (
            "Output",
            bytesText (static_cast<double> (report.outputBytes)) +
                (report.temporaryBytes > 0 ? ", during the run " +
                                                 bytesText (static_cast<double> (
                                                     report.outputBytes + report.temporaryBytes)) +
                                                 " with the rows before normalisation"
                                           : "") +
                (report.freeBytes > 0
                     ? ", and " + bytesText (static_cast<double> (report.freeBytes)) + " are free"
                     : ""));
        rows.emplace_back ("Compute", "about " + secondsText (report.estimatedSeconds) +
                                          ", without reading and writing");
    }
    text += linesOf (rows);
    if (! report.removals.empty ())
    {
        text += "\n--overwrite would remove from " + printable (options.outputFolder) + ":\n";
        for (const auto& name : report.removals)
            text += "  " + name + "\n";
    }
    const std::int64_t neededBytes = report.outputBytes + report.temporaryBytes;
    if (report.freeBytes > 0 && neededBytes > report.freeBytes) // 0: unknown
        text += "\nIt does not fit on the disk: " +
                bytesText (static_cast<double> (neededBytes - report.freeBytes)) +
                " are missing.\n";
    return report.files.empty () ? text : text + "\n" + arraysText (summariesOf (report.files));
}

std::string verifyText (const std::string& folder, const VerifyReport& report)
{
    Rows rows {{"Dataset", printable (folder)}};
    if (report.subset)
        rows.emplace_back ("Subset", report.subset->text () + ": one part, counted from 0");
    rows.insert (rows.end (),
                 {{"Checked", countText (report.numFiles, "file") + ", " +
                                  countText (report.numRows, "row") + ", " +
                                  bytesText (static_cast<double> (report.bytesChecked))},
                  {"Computed", "the rows of " + countText (report.numRecomputed, "file") +
                                   " again from the audio, equal bit for bit"}});
    if (report.numMissingInputs > 0)
        rows.emplace_back ("Missing",
                           countText (report.numMissingInputs, "of these files is missing and was",
                                      "of these files are missing and were") +
                               " not computed again");
    if (report.numElsewhere > 0)
        rows.emplace_back ("Elsewhere", "the rows of " + countText (report.numElsewhere, "file") +
                                            " were made by another device and not computed again");
    rows.emplace_back (
        "Verdict",
        report.faults.empty ()
            ? "sound"
            : "DAMAGED, " + countText (static_cast<std::int64_t> (report.faults.size ()), "fault"));
    return linesOf (rows);
}

} // namespace melstrom
