#include "Standalone/App/Batch/BatchEnd.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

namespace melstrom
{

namespace
{

constexpr std::string_view kBeforeCure = "; ";

void addProblems (std::vector<BatchProblem>& problems,
                  const std::vector<std::pair<std::string, Error>>& failures,
                  const std::vector<std::string>& warnings)
{
    for (const auto& [path, error] : failures)
        problems.push_back (problemOf (path, error));
    for (const auto& warning : warnings)
        problems.push_back ({BatchProblemKind::warning, {}, warning, {}});
}

std::string sentenceOf (const Error& error)
{
    auto text = error.message;
    if (error.byteOffset)
        text += " (at byte " + std::to_string (*error.byteOffset) + ")";
    return text;
}

} // namespace

const char* problemKindName (BatchProblemKind kind) noexcept
{
    switch (kind)
    {
        case BatchProblemKind::failure: return "Failed";
        case BatchProblemKind::warning: return "Warning";
        case BatchProblemKind::fault: break;
    }
    return "Fault";
}

BatchProblem problemOf (const std::string& path, const Error& error)
{
    BatchProblem problem {BatchProblemKind::failure, printable (path), sentenceOf (error), {}};
    if (problem.reason.starts_with (problem.path + ": "))
        problem.reason.erase (0, problem.path.size () + 2);
    if (const auto end = problem.reason.rfind (kBeforeCure); end != std::string::npos)
    {
        problem.cure = problem.reason.substr (end + kBeforeCure.size ());
        problem.reason.resize (end);
    }
    problem.reason += " [" + std::string (codeName (error.code)) + "]";
    return problem;
}

void BatchEnd::add (const DryRunReport& planned)
{
    removals = planned.removals;
    addProblems (problems, planned.failures, planned.warnings);
}

void BatchEnd::add (const BatchOutcome& outcome)
{
    notes = outcome.notes;
    addProblems (problems, outcome.failures, outcome.warnings);
}

void BatchEnd::add (const VerifyReport& verified)
{
    for (const auto& fault : verified.faults)
        problems.push_back ({BatchProblemKind::fault, {}, fault, {}});
}

bool BatchEnd::canGoOn () const noexcept
{
    if (! error || kind != BatchEndKind::build)
        return false;
    switch (error->code)
    {
        case ErrorCode::interrupted:
        case ErrorCode::deviceLost:
        case ErrorCode::diskFull:
        case ErrorCode::writeFailed:
        case ErrorCode::outOfMemory: return true;
        default: return false;
    }
}

std::string BatchEnd::sentence () const
{
    if (error)
    {
        auto text = error->code == ErrorCode::interrupted ? "Stopped" : sentenceOf (*error);
        if (error->code == ErrorCode::deviceLost)
            text += ". The device stays lost until Melstrom is started again";
        return text + (canGoOn () ? ". The same run goes on from its last commit when it begins "
                                    "again."
                                  : ".");
    }
    if (kind == BatchEndKind::verification)
        return code == ExitCode::allIn ? "The dataset is sound."
                                       : "The dataset is damaged: see Problems.";
    std::string text;
    for (const auto& note : notes)
        text += note + ". ";
    text += kind == BatchEndKind::plan ? "Nothing was written." : "The dataset is finished.";
    if (code == ExitCode::someFailed)
        text += " Some files cannot be used: see Problems.";
    return text;
}

} // namespace melstrom
