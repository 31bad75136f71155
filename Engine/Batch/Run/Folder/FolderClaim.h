// Decides whether a run may write to an output folder, and which rows there it can keep.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Journal/Journal.h"

#include <nlohmann/json_fwd.hpp>

namespace melstrom
{

struct FolderClaim
{
    enum class Kind
    {
        fresh,   ///< everything must be made
        resumes, ///< rows of the journal are kept
        complete ///< the same dataset of the same inputs is there: nothing to do
    };
    Kind kind = Kind::fresh;
    std::optional<JournalContents> journal; ///< if it resumes
    std::vector<std::string> notes; ///< sentences: what changed, and what the run does about it
};

struct ClaimRequest
{
    const nlohmann::ordered_json& settings;
    const PlanText& plan;
    std::string createdAt; ///< for the journal of a dataset that follows its inputs
};

/** Compares the contents of the output folder with the plan and removes files that must go. Leaves
    plan.json there, unless the dataset is complete.
    dataset.json with the same settings: compares its inputs with today's, and notes inputs that
    changed, came, went or failed. Rows that can stay become claims of a new journal; then
    dataset.json goes.
    plan.json with the same text: the run goes on from its journal. Same settings but other files:
    everything is made anew.
    --overwrite: files that Melstrom's dataset.json and plan.json list are removed first.

    The folder must be locked. Thread: one. Fails: otherPlan (nothing was changed; the message names
    the differences), any write error, interrupted. */
Result<FolderClaim> claimFolder (const BatchWork& work, const ClaimRequest& request);

} // namespace melstrom
