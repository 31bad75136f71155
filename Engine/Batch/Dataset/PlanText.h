// plan.json: the text that two equal runs share.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Files/TextSink.h"

#include <nlohmann/json_fwd.hpp>

namespace melstrom
{

/** The text of plan.json: settings, driver and variants, names of the array files, labels, and a
    few lines per file. Two runs with equal text compute the same dataset. The text is made while it
    is written; memory holds all of it but the files. */
class PlanText
{
public:
    /** Makes the text once, for its hash. The plan must outlive this.
        settings     from settingsJson
        wholeDigest  of a shard: the digest of the whole plan's text
        deviceChoice why this kind of device computes; empty: it was named */
    PlanText (const DatasetPlan& plan, const BatchOptions& options,
              const nlohmann::ordered_json& settings, int numThreads,
              const std::string& wholeDigest = {}, const std::string& deviceChoice = {});

    Result<void> write (const TextSink& sink) const;                ///< starts its own threads
    const std::string& digest () const noexcept { return digest_; } ///< hashText of the text
    std::int64_t numBytes () const noexcept { return numBytes_; }

private:
    const DatasetPlan& plan_;
    int numThreads_;
    std::string head_, tail_; ///< before the files and behind them
    std::string digest_;
    std::int64_t numBytes_ = 0;
};

} // namespace melstrom
