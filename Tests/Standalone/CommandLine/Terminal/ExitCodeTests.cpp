#include "Standalone/CommandLine/Terminal/ExitCode.h"
#include "Tests/Support/Catch.h"

#include <csignal>

using namespace melstrom;

namespace
{

ExitCode codeOf (ErrorCode code, int signal = 0)
{
    return exitCodeOf (Error {code, "", {}}, signal);
}

BatchOutcome outcomeOf (std::int64_t numFiles, std::int64_t numFailed)
{
    BatchOutcome outcome;
    outcome.numFiles = numFiles;
    outcome.numFailed = numFailed;
    return outcome;
}

} // namespace

TEST_CASE ("exit codes are the documented numbers", "[exit-code]")
{
    CHECK (static_cast<int> (ExitCode::allIn) == 0);
    CHECK (static_cast<int> (codeOf (ErrorCode::internalFault)) == 1);
    CHECK (static_cast<int> (codeOf (ErrorCode::badUsage)) == 2);
    CHECK (static_cast<int> (codeOf (ErrorCode::badSpec)) == 2);
    CHECK (static_cast<int> (codeOf (ErrorCode::nothingFound)) == 2);
    CHECK (static_cast<int> (codeOf (ErrorCode::diskFull)) == 4);
    CHECK (static_cast<int> (codeOf (ErrorCode::writeFailed)) == 4);
    CHECK (static_cast<int> (codeOf (ErrorCode::outOfMemory)) == 4);
    CHECK (static_cast<int> (codeOf (ErrorCode::deviceUnavailable)) == 2);
    CHECK (static_cast<int> (codeOf (ErrorCode::deviceLost)) == 4);
    CHECK (static_cast<int> (codeOf (ErrorCode::otherPlan)) == 5);
    CHECK (static_cast<int> (codeOf (ErrorCode::verificationFailed)) == 6);
    CHECK (static_cast<int> (codeOf (ErrorCode::locked)) == 7);
    CHECK (static_cast<int> (codeOf (ErrorCode::tooManyErrors)) == 8);
    CHECK (static_cast<int> (ExitCode::slower) == 9);
}

TEST_CASE ("an interrupted run says by which signal", "[exit-code]")
{
    CHECK (static_cast<int> (codeOf (ErrorCode::interrupted, SIGINT)) == 130);
    CHECK (static_cast<int> (codeOf (ErrorCode::interrupted, SIGTERM)) == 143);
    CHECK (static_cast<int> (codeOf (ErrorCode::interrupted, SIGHUP)) == 129);
    CHECK (static_cast<int> (codeOf (ErrorCode::interrupted)) == 130);
    CHECK (static_cast<int> (codeOf (ErrorCode::diskFull, SIGINT)) == 4);
}

TEST_CASE ("an input that is named but cannot be used is told from one that is not there",
           "[exit-code]")
{
    CHECK (codeOf (ErrorCode::fileMissing) == ExitCode::badUsage);
    CHECK (codeOf (ErrorCode::notAFile) == ExitCode::badUsage);
    CHECK (codeOf (ErrorCode::permissionDenied) == ExitCode::environment);
    CHECK (codeOf (ErrorCode::readFailed) == ExitCode::environment);
    for (const auto code :
         {ErrorCode::emptyFile, ErrorCode::notAudio, ErrorCode::badHeader, ErrorCode::truncated,
          ErrorCode::noSamples, ErrorCode::badRate, ErrorCode::tooManyChannels,
          ErrorCode::noSuchChannel, ErrorCode::unsupportedFormat, ErrorCode::decodeFailed,
          ErrorCode::nonFinite, ErrorCode::tooShort, ErrorCode::rateMismatch,
          ErrorCode::shapeMismatch, ErrorCode::fileChanged})
        CHECK (codeOf (code) == ExitCode::someFailed);
}

TEST_CASE ("failed inputs are 3, unless --max-errors allows so many", "[exit-code]")
{
    BatchOptions options;
    CHECK (exitCodeOf (outcomeOf (100, 0), options) == ExitCode::allIn);
    CHECK (exitCodeOf (outcomeOf (100, 1), options) == ExitCode::someFailed);
    options.maxErrors = 2;
    CHECK (exitCodeOf (outcomeOf (100, 2), options) == ExitCode::allIn);
    CHECK (exitCodeOf (outcomeOf (100, 3), options) == ExitCode::someFailed);
    options.maxErrors = 0;
    CHECK (exitCodeOf (outcomeOf (100, 1), options) == ExitCode::someFailed);
    options.maxErrors.reset ();
    options.maxErrorRatio = 0.05;
    CHECK (exitCodeOf (outcomeOf (100, 5), options) == ExitCode::allIn);
    CHECK (exitCodeOf (outcomeOf (100, 6), options) == ExitCode::someFailed);
}
