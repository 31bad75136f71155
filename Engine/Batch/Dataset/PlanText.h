// plan.json: what makes two runs the same.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Files/TextSink.h"

#include <nlohmann/json_fwd.hpp>

namespace melstrom
{

/** The text of plan.json: the settings, driver and variants, names of the array files, the labels, and a few lines a file. Two runs with equal
    text compute the same dataset. It is made as it is written; what is held is all but the files. */
class PlanText
{
public:
    /** Makes the text once, for its hash. The plan must outlive this.
        settings     as settingsJson has them
        wholeDigest  of a shard, that of the whole plan's text */
    PlanText (const DatasetPlan& plan, const BatchOptions& options,
              const nlohmann::ordered_json& settings, int numThreads,
              const std::string& wholeDigest = {});

    Result<void> write (const TextSink& sink) const;                ///< starts its own threads
    const std::string& digest () const noexcept { return digest_; } ///< hashText of it
    std::int64_t numBytes () const noexcept { return numBytes_; }

private:
    const DatasetPlan& plan_;
    int numThreads_;
    std::string head_, tail_; ///< before the files and behind them
    std::string digest_;
    std::int64_t numBytes_ = 0;
};

} // namespace melstrom
