// The driver and the variants of a run: those recorded in its folder, else those that the device
// chooses.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

#include <future>
#include <map>
#include <optional>
#include <string>

namespace melstrom
{

/** The record of a run in a folder: of an unfinished run, or of a finished dataset. */
struct RecordedRun
{
    std::string settingsDigest; ///< 16 hex digits, of settingsJson
    Computation computation;
    std::string deviceChoice; ///< as in DatasetNames
};

/** Reads dataset.json, else plan.json. Empty if neither is there, readable and sound; `claimFolder`
    then reports the reason. Of plan.json it holds all but the files. Thread: any. */
std::optional<RecordedRun> readRecordedRun (Storage& storage, const std::string& folder);

/** Chooses variants before plan.json is written, so that plan.json holds them. If the output folder
    holds a run or a dataset of the same settings, its variants are pinned. Thread: one; starts
    another. The arguments must outlive it; the destructor waits for the thread. */
class ComputationChoice
{
public:
    ComputationChoice (const BatchOptions& options, const BatchContext& context)
        : options_ (options), context_ (context)
    {
    }

    /** Reads the record in the folder. If the spec has a rate of its own, a thread begins to choose
        while the planning runs. */
    void begin ();
    /** Waits for the device and for that thread, and chooses for the other rates.
        geometries  of the plan, by feature rate
        fails   otherPlan (another driver, or a recorded variant that the device lacks: the message
                names it and the cure); as Backend::variantOf */
    Result<Computation> finish (const std::map<int, MelGeometry>& geometries);
    /** Why this kind of device computes: as recorded, else as AutomaticBackend chose, with the reason
        why a GPU cannot be used; empty: it was named. Call after `finish`. */
    std::string deviceChoice () const;

private:
    Result<void> settle (int rateHz);
    Result<void> bringUp ();
    Error otherPlan (const std::string& why) const;

    const BatchOptions& options_;
    const BatchContext& context_;
    /** from `bringUp` on empty unless its settings are this run's */
    std::optional<RecordedRun> recorded_;
    bool isUp_ = false;
    Computation computation_;
    std::future<Result<void>> early_; ///< the last member: its destructor waits for the thread
};

} // namespace melstrom
