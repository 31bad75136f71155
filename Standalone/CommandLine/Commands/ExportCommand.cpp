#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace melstrom
{

namespace
{
std::string jsonOf (const ExportRequest& request, const ExportOutcome& outcome)
{
    using Json = nlohmann::ordered_json;
    const Json line {{"summary", "export"},       {"out", request.options.outputFolder},
                     {"files", outcome.numFiles}, {"left_out", outcome.numLeftOut},
                     {"rows", outcome.numRows},   {"bytes_written", outcome.bytesWritten}};
    return jsonLine (line);
}

std::string textOf (const ExportRequest& request, const ExportOutcome& outcome)
{
    TextTable table ({TextTable::Side::left, TextTable::Side::left});
    table.addRow ({"Export", printable (request.options.outputFolder)});
    table.addRow ({"Files", groupedText (outcome.numFiles) +
                                (outcome.numLeftOut == 0
                                     ? ""
                                     : ", without " + groupedText (outcome.numLeftOut) +
                                           " that have no rows or failed: see errors.csv")});
    table.addRow ({"Rows", groupedText (outcome.numRows) + ", all checksums are right"});
    table.addRow ({"Size", bytesText (static_cast<double> (outcome.bytesWritten))});
    return table.text ();
}
} // namespace

ExitCode runExportCommand (const ExportRequest& request, Log& log, std::ostream& out)
{
    BatchCounters counters;
    Trace trace (false);
    auto nothing = makeCpuBackend (1); // exporting computes nothing
    if (! nothing)
    {
        log.error (nothing.error ());
        return exitCodeOf (nothing.error ());
    }
    const BatchContext context {posixStorage (), **nothing, counters, trace, stopFlag (), 1};
    const auto outcome = [&]
    {
        const Progress progress (request.progress, counters, Progress::standardError,
                                 nothing->get ());
        return exportDataset (request.options, context);
    }();
    if (! outcome)
    {
        log.error (outcome.error ());
        return exitCodeOf (outcome.error (), stopSignal ());
    }
    if (request.progress != ProgressStyle::none)
        out << (request.progress == ProgressStyle::json ? jsonOf (request, *outcome)
                                                        : textOf (request, *outcome))
            << std::flush;
    return ExitCode::allIn;
}

} // namespace melstrom
