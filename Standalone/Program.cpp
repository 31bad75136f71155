#include "Standalone/Program.h"

#include "Standalone/Bench/BenchCommand.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"

#include <cstdlib>
#include <iostream>

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

} // namespace

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
    const bool textIsResult = ! std::holds_alternative<BatchRequest> (commandLine->request) &&
                              ! std::holds_alternative<MergeRequest> (commandLine->request) &&
                              ! std::holds_alternative<PictureRequest> (commandLine->request) &&
                              ! std::holds_alternative<RenderRequest> (commandLine->request);
    return textIsResult && code == ExitCode::allIn ? ExitCode::environment : code;
}

} // namespace melstrom
