#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <csignal>

namespace melstrom
{

namespace
{

ExitCode codeOfInput (ErrorCode code) noexcept
{
    switch (code)
    {
        case ErrorCode::fileMissing:
        case ErrorCode::notAFile: return ExitCode::badUsage;
        case ErrorCode::permissionDenied:
        case ErrorCode::readFailed: return ExitCode::environment;
        default: return ExitCode::someFailed;
    }
}

ExitCode codeOfSignal (int signal) noexcept
{
    switch (signal)
    {
        case SIGTERM: return ExitCode::terminated;
        case SIGHUP: return ExitCode::hungUp;
        default: return ExitCode::interrupted;
    }
}

} // namespace

ExitCode exitCodeOf (const Error& error, int signal) noexcept
{
    switch (error.code)
    {
        case ErrorCode::badUsage:
        case ErrorCode::badSpec:
        case ErrorCode::nothingFound:
        case ErrorCode::deviceUnavailable: return ExitCode::badUsage;
        case ErrorCode::otherPlan: return ExitCode::otherPlan;
        case ErrorCode::locked: return ExitCode::locked;
        case ErrorCode::diskFull:
        case ErrorCode::writeFailed:
        case ErrorCode::outOfMemory:
        case ErrorCode::deviceLost: return ExitCode::environment;
        case ErrorCode::interrupted: return codeOfSignal (signal);
        case ErrorCode::tooManyErrors: return ExitCode::tooManyErrors;
        case ErrorCode::verificationFailed: return ExitCode::verificationFailed;
        case ErrorCode::internalFault: return ExitCode::fault;
        default: return codeOfInput (error.code);
    }
}

ExitCode exitCodeOf (const BatchOutcome& outcome, const BatchOptions& options) noexcept
{
    double allowed = 0;
    if (options.maxErrors)
        allowed = static_cast<double> (*options.maxErrors);
    else if (options.maxErrorRatio)
        allowed = *options.maxErrorRatio * static_cast<double> (outcome.numFiles);
    const bool isAllowed = static_cast<double> (outcome.numFailed) <= allowed;
    return isAllowed ? ExitCode::allIn : ExitCode::someFailed;
}

} // namespace melstrom
