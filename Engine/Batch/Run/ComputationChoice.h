// By which driver and variants a run computes: those of what lies in its folder, else what the device takes.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

#include <future>
#include <map>
#include <optional>
#include <string>

namespace melstrom
{

/** What was begun in a folder: an unfinished run, or a finished dataset. */
struct RecordedRun
{
    std::string settingsDigest; ///< 16 hex digits, of settingsJson
    Computation computation;
};

/** Of dataset.json, else of plan.json. Empty where neither is there, can be read and is sound: `claimFolder` says what is
    wrong. Holds of plan.json all but the files. Thread: any. */
std::optional<RecordedRun> readRecordedRun (Storage& storage, const std::string& folder);

/** Chooses variants before plan.json is written, so that plan.json holds them. Where the output folder holds a run or a
    dataset of the same settings, its variants are pinned. Thread: one; starts another. What is handed in must outlive
    it; the destructor waits for the thread. */
class ComputationChoice
{
public:
    ComputationChoice (const BatchOptions& options, const BatchContext& context)
        : options_ (options), context_ (context)
    {
    }

    /** Reads what lies in the folder. Where the spec has a rate of its own, choosing begins on a thread, beside the
        planning. */
    void begin ();
    /** Waits for the device and for that thread, and chooses for the other rates.
        geometries  of the plan, by feature rate
        fails   otherPlan (another driver, or a recorded variant that cannot be had: the message says which, and the
                cure); as Backend::variantOf */
    Result<Computation> finish (const std::map<int, MelGeometry>& geometries);

private:
    Result<void> settle (int rateHz);
    Result<void> bringUp ();
    Error otherPlan (const std::string& why) const;

    const BatchOptions& options_;
    const BatchContext& context_;
    /** from `bringUp` on only where its settings are this run's */
    std::optional<RecordedRun> recorded_;
    bool isUp_ = false;
    Computation computation_;
    std::future<Result<void>> early_; ///< the last member: its end waits for the thread
};

} // namespace melstrom
