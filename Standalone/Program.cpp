// The whole program: from arguments to an exit code.
#include "Standalone/ProgramEntry.h"

#include "Engine/Batch/Audio/Decoders/DecoderMessages.h"
#include "Engine/Core/Guarded.h"
#include "Standalone/Bench/BenchSubjects.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <vector>

namespace melstrom
{

namespace
{

/** Runs a request: one overload for each mode. */
struct Runner
{
    Log& log;
    std::ostream& out;

    ExitCode operator() (const TextRequest& request) const
    {
        out << request.text;
        return ExitCode::allIn;
    }
    ExitCode operator() (const BatchRequest& request) const
    {
        return runBatchCommand (request, log, out);
    }
    ExitCode operator() (const MergeRequest& request) const
    {
        return runMergeCommand (request, log, out);
    }
    ExitCode operator() (const ExportRequest& request) const
    {
        return runExportCommand (request, log, out);
    }
    ExitCode operator() (const PictureRequest& request) const
    {
        return runPictureCommand (request, log, out);
    }
    ExitCode operator() (const RenderRequest& request) const
    {
        return runRenderCommand (request, log, out);
    }
    ExitCode operator() (const ExplainRequest& request) const
    {
        return runExplainCommand (request, log, out);
    }
    ExitCode operator() (const ReportRequest& request) const
    {
        return runReportCommand (request, log, out);
    }
    ExitCode operator() (const DuplicatesRequest& request) const
    {
        return runDuplicatesCommand (request, log, out);
    }
    ExitCode operator() (const DoctorRequest& request) const
    {
        return runDoctorCommand (request, log, out);
    }
    ExitCode operator() (const BenchRequest& request) const
    {
        return runBenchCommand (request, log, out);
    }
    ExitCode operator() (const ListRequest& request) const { return runListCommand (request, out); }
};

std::optional<std::string> environmentLogLevel ()
{
    const char* const level = std::getenv ("MELSTROM_LOG");
    return level ? std::optional<std::string> (level) : std::nullopt;
}

/** arguments: without the program's name. Reads MELSTROM_LOG. Thread: main, after
    installSignalHandlers. */
ExitCode runProgram (const std::vector<std::string>& arguments)
{
    const auto commandLine = parseCommandLine (arguments, environmentLogLevel ());
    if (! commandLine)
    {
        Log (LogLevel::error).error (commandLine.error ());
        return exitCodeOf (commandLine.error ());
    }
    Log log (commandLine->logLevel);
    const auto code = std::visit (Runner {log, std::cout}, commandLine->request);
    if (std::cout.flush ())
        return code;
    if (isReaderOfOutputGone ())
        return code;
    log.error ("not all of the text could be written to stdout");
    // These modes also wrote a file, which is complete. In all other modes the text is the result.
    const auto* const report = std::get_if<ReportRequest> (&commandLine->request);
    const bool textIsResult = (report == nullptr || report->folders.size () > 1) &&
                              ! std::holds_alternative<BatchRequest> (commandLine->request) &&
                              ! std::holds_alternative<MergeRequest> (commandLine->request) &&
                              ! std::holds_alternative<ExportRequest> (commandLine->request) &&
                              ! std::holds_alternative<PictureRequest> (commandLine->request) &&
                              ! std::holds_alternative<RenderRequest> (commandLine->request);
    return textIsResult && code == ExitCode::allIn ? ExitCode::environment : code;
}

} // namespace

int runProgramAsMain (int argc, char** argv) noexcept
{
    auto code = ExitCode::fault;
    try
    {
        reserveStandardStreams ();
        installSignalHandlers ();
        divertDecoderMessages ();
        code = runProgram ({argv + (argc > 0 ? 1 : 0), argv + argc});
    }
    catch (const std::bad_alloc&)
    {
        std::cerr << "melstrom: error: out of memory; lower --max-mem or --threads\n";
        code = ExitCode::environment;
    }
    catch (const std::system_error& fault)
    {
        const bool isThread = fault.code () == std::errc::resource_unavailable_try_again;
        std::cerr << "melstrom: error: " << (isThread ? kNoThread : "a fault of the program: ")
                  << (isThread ? "" : fault.what ()) << '\n';
        code = isThread ? ExitCode::environment : ExitCode::fault;
    }
    catch (const std::exception& fault)
    {
        std::cerr << "melstrom: error: a fault of the program: " << fault.what () << '\n';
    }
    return static_cast<int> (code);
}

} // namespace melstrom
