// The result of a job of the batch page.
#pragma once

#include "Engine/Batch/Run/DryRun.h"
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Standalone/CommandLine/Terminal/BatchReport.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

enum class BatchProblemKind : std::int8_t
{
    failure, ///< an input that is not in the dataset
    warning,
    fault ///< found by a verification
};
const char* problemKindName (BatchProblemKind kind) noexcept; ///< "Failed"

/** A line of the list of problems. */
struct BatchProblem
{
    BatchProblemKind kind = BatchProblemKind::failure;
    std::string path; ///< as `printable`; empty: not of one file
    std::string reason, cure;

    bool operator== (const BatchProblem&) const = default;
};

/** The error's message without the path at its start. What follows its last semicolon is the
    cure. */
BatchProblem problemOf (const std::string& path, const Error& error);

enum class BatchEndKind : std::int8_t
{
    plan, ///< of a dry run
    build,
    verification
};

struct BatchEnd
{
    BatchEndKind kind = BatchEndKind::build;
    ExitCode code = ExitCode::allIn;
    std::optional<Error> error;     ///< of a run that ended without its result
    std::string report;             ///< as the command line shows it; empty after an error
    std::vector<std::string> notes; ///< what the run did with the contents of its output folder
    std::vector<BatchProblem> problems;
    std::vector<std::string> removals; ///< dry run: files that --overwrite removes

    void add (const DryRunReport& planned);
    void add (const BatchOutcome& outcome);
    void add (const VerifyReport& verified);
    /** True if the same build, begun again, goes on from its last commit. */
    bool canGoOn () const noexcept;
    /** The end in a few sentences. */
    std::string sentence () const;
};

} // namespace melstrom
