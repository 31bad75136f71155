// Reports of a run, a dry run or a verification, as text and as JSON.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Engine/Batch/Run/DryRun.h"
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Standalone/CommandLine/Terminal/DatasetSummary.h"

namespace melstrom
{

/** Report of a batch run on stdout. Texts end with a newline. */
struct OutcomeReport
{
    const BatchOptions& options;
    const BatchOutcome& outcome;
    std::vector<ArraySummary> arrays;
    double seconds = 0; ///< of the whole run

    std::string text () const;
    std::string json () const; ///< one line
};

std::string dryRunText (const BatchOptions& options, const DryRunReport& report);
std::string dryRunJson (const BatchOptions& options, const DryRunReport& report);

std::string verifyText (const std::string& folder, const VerifyReport& report);
std::string verifyJson (const std::string& folder, const VerifyReport& report);

} // namespace melstrom
