#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Report/ReportJson.h"
#include "Standalone/CommandLine/Report/DifferenceText.h"
#include "Standalone/CommandLine/Report/HtmlText.h"
#include "Standalone/CommandLine/Report/ReportPage.h"
#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

namespace melstrom
{

namespace
{
constexpr const char *kPageName = "report.html", *kNumbersName = "report.json";

struct Measured
{
    ReportSource source;
    DatasetReport report;
};

int threadsOf (const ReportRequest& request)
{
    return request.numThreads.value_or (hardwareThreads ());
}

Result<Measured> measure (const ReportRequest& request, const std::string& folder)
{
    TarStorage storage (posixStorage ());
    MELSTROM_TRY_VALUE (auto source, readReportSource (storage, folder));
    BatchCounters counters;
    const Progress progress (request.progress, counters);
    MELSTROM_TRY_VALUE (auto report, makeReport (storage, source, {folder, threadsOf (request)},
                                                 stopFlag (), counters));
    return Measured {std::move (source), std::move (report)};
}

/** The name of a folder, also of "." and "a/". */
std::string nameOf (const std::string& folder)
{
    std::error_code failed;
    const auto whole = std::filesystem::weakly_canonical (folder, failed);
    return failed || whole.filename ().empty () ? folder : whole.filename ().string ();
}

std::string summaryText (const std::string& folder, const DatasetReport& report)
{
    TextTable table ({TextTable::Side::left, TextTable::Side::left});
    table.addRow ({"Report", printable (folder + "/" + kPageName)});
    table.addRow ({"Numbers", printable (folder + "/" + kNumbersName)});
    table.addRow ({"Files", groupedText (report.all.numFiles) + ", " +
                                groupedText (report.numFailed) + " failed, " +
                                lengthText (report.all.seconds) + " of sound"});
    std::string audio;
    for (std::size_t state = 0; state < report.sounds.size (); ++state)
        if (report.sounds[state] > 0)
            audio += (audio.empty () ? "" : ", ") + groupedText (report.sounds[state]) + " " +
                     (static_cast<SoundState> (state) == SoundState::notRead
                          ? "not read"
                          : std::string (soundStateName (static_cast<SoundState> (state))));
    table.addRow ({"Audio", audio.empty () ? "-" : audio});
    for (const auto& finding : report.findings)
        if (finding.numFiles > 0)
            table.addRow ({std::string (finding.kind->title), groupedText (finding.numFiles)});
    return table.text ();
}

/** One line, for --progress json. */
std::string summaryJson (const std::string& folder, const DatasetReport& report)
{
    nlohmann::ordered_json json {{"summary", "report"},
                                 {"page", folder + "/" + kPageName},
                                 {"numbers", folder + "/" + kNumbersName},
                                 {"files", report.all.numFiles},
                                 {"failed", report.numFailed},
                                 {"audio_seconds", report.all.seconds}};
    for (std::size_t state = 0; state < report.sounds.size (); ++state)
        json["audio"][std::string (soundStateName (static_cast<SoundState> (state)))] =
            report.sounds[state];
    for (const auto& finding : report.findings)
        json["findings"][std::string (finding.kind->key)] = finding.numFiles;
    return jsonLine (json);
}

Result<std::string> reportOne (const ReportRequest& request)
{
    const auto& folder = request.folders.front ();
    MELSTROM_TRY_VALUE (const auto measured, measure (request, folder));
    auto& storage = posixStorage ();
    MELSTROM_TRY_VALUE (
        const auto pictures,
        drawReportPictures (storage, measured.source, measured.report, threadsOf (request)));
    MELSTROM_TRY (replaceFile (storage, folder, kNumbersName,
                               jsonText (reportJson (measured.report, measured.source))));
    MELSTROM_TRY (
        replaceFile (storage, folder, kPageName,
                     reportPage (nameOf (folder), measured.report, measured.source, pictures)));
    if (request.progress == ProgressStyle::none)
        return std::string ();
    return request.progress == ProgressStyle::json ? summaryJson (folder, measured.report)
                                                   : summaryText (folder, measured.report);
}

Result<std::string> compareTwo (const ReportRequest& request)
{
    auto& storage = posixStorage ();
    MELSTROM_TRY_VALUE (const auto first, measure (request, request.folders[0]));
    MELSTROM_TRY_VALUE (const auto second, measure (request, request.folders[1]));
    MELSTROM_TRY_VALUE (const auto inputsOfFirst, readInputs (storage, request.folders[0]));
    MELSTROM_TRY_VALUE (const auto inputsOfSecond, readInputs (storage, request.folders[1]));
    const ComparedDataset a {first.source, first.report, inputsOfFirst ? &*inputsOfFirst : nullptr};
    const ComparedDataset b {second.source, second.report,
                             inputsOfSecond ? &*inputsOfSecond : nullptr};
    const auto difference = differenceOf (a, b);
    if (request.jsonFile)
    {
        const auto path = std::filesystem::path (*request.jsonFile);
        const auto folder = path.has_parent_path () ? path.parent_path ().string () : ".";
        MELSTROM_TRY (replaceFile (storage, folder, path.filename ().string (),
                                   jsonText (differenceJson (a, b, difference))));
    }
    return request.progress == ProgressStyle::json ? jsonLine (differenceJson (a, b, difference))
                                                   : differenceText (a, b, difference);
}
} // namespace

ExitCode runReportCommand (const ReportRequest& request, Log& log, std::ostream& out)
{
    const auto text = guarded (
        [&] { return request.folders.size () == 1 ? reportOne (request) : compareTwo (request); });
    if (! text)
    {
        log.error (text.error ());
        return exitCodeOf (text.error (), stopSignal ());
    }
    out << *text;
    return ExitCode::allIn;
}

} // namespace melstrom
