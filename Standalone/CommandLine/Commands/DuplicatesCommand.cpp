#include "Engine/Batch/Duplicates/Duplicates.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <ostream>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostShown = 50;

std::string countText (std::size_t count)
{
    return groupedText (static_cast<std::int64_t> (count));
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
                       fixedText (pair.offsetSeconds, 2)});
    }
    std::string text = report.pairs.empty () ? "" : table.text () + "\n";
    if (report.pairs.size () > kMostShown)
        text += countText (report.pairs.size () - kMostShown) + " more pairs are in " +
                kDuplicatesCsvName + ".\n\n";
    return text;
}

std::string summaryText (const DuplicateReport& report)
{
    const auto numRead = report.files.size () - report.unread.size ();
    std::string text =
        countText (report.pairs.size ()) + " pairs among " + countText (numRead) + " files.\n";
    if (report.numStored > 0)
        text += countText (report.numStored) + " files have not changed and were not read again.\n";
    if (report.numWithoutPeaks > 0)
        text += countText (report.numWithoutPeaks) +
                " files have too few peaks and were compared by content only.\n";
    return text;
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
    const auto report = findDuplicates (
        storage, request.folders, request.numThreads.value_or (hardwareThreads ()), stopFlag ());
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
    out << pairsText (*report) << summaryText (*report) << std::flush;
    return report->unread.empty () ? ExitCode::allIn : ExitCode::someFailed;
}

} // namespace melstrom
