// Reports of a run, a dry run or a verification, as text and as JSON; messages about its inputs.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Engine/Batch/Run/DryRun.h"
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Standalone/CommandLine/Terminal/DatasetSummary.h"
#include "Standalone/CommandLine/Terminal/Log.h"
#include "Standalone/CommandLine/Terminal/ProfileReport.h"

#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** Report of a batch run on stdout. Texts end with a newline. */
struct OutcomeReport
{
    const BatchOptions& options;
    const BatchOutcome& outcome;
    std::vector<ArraySummary> arrays;
    double seconds = 0; ///< of the whole run
    std::optional<ProfileReport> profile {};
    /** of dataset.json; empty: unknown */
    std::string device {}, deviceChoice {};
    std::vector<std::string> deviceNames {}; ///< of several devices: "cuda:1"

    std::string text () const;
    std::string json () const; ///< one line
};

std::string dryRunText (const BatchOptions& options, const DryRunReport& report);
std::string dryRunJson (const BatchOptions& options, const DryRunReport& report);

std::string verifyText (const std::string& folder, const VerifyReport& report);
std::string verifyJson (const std::string& folder, const VerifyReport& report);

/** Messages on stderr, limited in number for each kind. isDryRun: without the dataset's file names
    after "and N more", because no dataset is written. */
void showWarnings (Log& log, const std::vector<std::string>& warnings, bool isDryRun);

/** failures: path and reason. isDryRun: as in showWarnings. */
void showFailures (Log& log, const std::vector<std::pair<std::string, Error>>& failures,
                   bool isDryRun);

/** Faults that a verification found. */
void showFaults (Log& log, const std::vector<std::string>& faults);

} // namespace melstrom
