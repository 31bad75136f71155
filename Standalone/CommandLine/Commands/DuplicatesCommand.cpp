#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Duplicates/Duplicates.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostShown = 50;

std::string offsetText (double seconds)
{
    return fixedText (std::round (100 * seconds) / 100 + 0.0, 2); // never -0.00
}

std::string pairsText (const DuplicateReport& report)
{
    using enum TextTable::Side;
    TextTable table ({left, left, left, right, right});
    table.addHeading ({"first", "second", "kind", "similarity", "offset s"});
    for (std::size_t i = 0; i < std::min (kMostShown, report.pairs.size ()); ++i)
    {
        const auto& pair = report.pairs[i];
        table.addRow ({printable (report.files[pair.first].path),
                       printable (report.files[pair.second].path),
                       pair.isIdentical ? "identical" : "similar", fixedText (pair.similarity, 2),
                       offsetText (pair.offsetSeconds)});
    }
    std::string text = report.pairs.empty () ? "" : table.text () + "\n";
    if (report.pairs.size () > kMostShown)
        text += "Not shown, but in " + std::string (kDuplicatesCsvName) + ": " +
                countText (report.pairs.size () - kMostShown, "pair") + ".\n\n";
    return text;
}

std::string summaryText (const DuplicateReport& report)
{
    const auto numRead = report.files.size () - report.unread.size ();
    std::string text =
        countText (report.pairs.size (), "pair") + " among " + countText (numRead, "file") + ".\n";
    if (report.numStored > 0)
        text += "Stored fingerprints used: " + countText (report.numStored, "file") + ".\n";
    if (report.numWithoutPeaks > 0)
        text += "With too few peaks, and compared by content only: " +
                countText (report.numWithoutPeaks, "file") + ".\n";
    if (report.numNotCompared > 0)
        text += "Pairs of short sounds not compared, because a file could not be read again: " +
                groupedText (static_cast<std::int64_t> (report.numNotCompared)) + ".\n";
    return text;
}

std::string summaryJson (const DuplicateReport& report)
{
    const auto numIdentical =
        std::ranges::count_if (report.pairs, [] (const auto& pair) { return pair.isIdentical; });
    const nlohmann::ordered_json json {{"summary", "duplicates"},
                                       {"files", report.files.size ()},
                                       {"unread", report.unread.size ()},
                                       {"stored", report.numStored},
                                       {"without_peaks", report.numWithoutPeaks},
                                       {"not_compared", report.numNotCompared},
                                       {"pairs", report.pairs.size ()},
                                       {"identical", numIdentical}};
    return jsonLine (json);
}

Result<void> writeResults (const DuplicateReport& report)
{
    for (const auto& folder : report.folders)
    {
        MELSTROM_TRY (
            replaceFile (posixStorage (), folder, kDuplicatesJsonName, duplicatesJson (report)));
        MELSTROM_TRY (
            replaceFile (posixStorage (), folder, kDuplicatesCsvName, duplicatesCsv (report)));
    }
    return {};
}
} // namespace

ExitCode runDuplicatesCommand (const DuplicatesRequest& request, Log& log, std::ostream& out)
{
    TarStorage storage (posixStorage ());
    BatchCounters counters;
    auto progress = std::make_unique<Progress> (request.progress, counters);
    const auto report =
        findDuplicates (storage, request.folders, request.numThreads.value_or (hardwareThreads ()),
                        stopFlag (), counters);
    progress = nullptr;
    if (! report)
    {
        log.error (report.error ());
        return exitCodeOf (report.error (), stopSignal ());
    }
    for (const auto& unread : report->unread)
        log.warning (unread.error.message);
    if (const auto written = writeResults (*report); ! written)
    {
        log.error (written.error ());
        return exitCodeOf (written.error (), stopSignal ());
    }
    if (request.progress == ProgressStyle::json)
        out << summaryJson (*report) << std::flush;
    else
        out << pairsText (*report) << summaryText (*report) << std::flush;
    return report->unread.empty () ? ExitCode::allIn : ExitCode::someFailed;
}

} // namespace melstrom
