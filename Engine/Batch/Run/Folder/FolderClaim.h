// Whether an output folder may be written to, and what stands in it already that a run can go on from.
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
        fresh,   ///< everything is to be made
        resumes, ///< rows of the journal need not be made again
        complete ///< the same dataset of the same inputs is there: nothing is to be done
    };
    Kind kind = Kind::fresh;
    std::optional<JournalContents> journal; ///< where it resumes
    std::vector<std::string> notes;         ///< sentences: what changed, and what follows from it
};

struct ClaimRequest
{
    const nlohmann::ordered_json& settings;
    const PlanText& plan;
    std::string createdAt; ///< for the journal of a dataset that follows its inputs
};

/** Compares what is in the output folder with what is to be made, removes what has to go, and leaves plan.json behind.

    dataset.json there, same settings: its inputs are compared with today's. What changed, came, went or failed is noted;
    rows that can stay become claims of a new journal, then dataset.json goes.
    plan.json there, same text: its journal is gone on from. Same settings but other files: all is made anew.
    --overwrite: what dataset.json and plan.json of ours list is removed first.

    The folder must be locked. Thread: one. Fails: otherPlan (nothing was changed; the message says what differs), any
    write error, interrupted. */
Result<FolderClaim> claimFolder (const BatchWork& work, const ClaimRequest& request);

} // namespace melstrom
