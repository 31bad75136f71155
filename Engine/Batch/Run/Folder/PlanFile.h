// plan.json in an output folder, read without being held: it has a few lines for each file.
#pragma once

#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Files/Storage.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace melstrom
{

/** What the folder's plan.json says before its "files", which are last; keys in their order. Nothing if it is not there; a
    discarded value if that is no JSON. Reads no further than the files begin. Any bytes may come. Thread: any. Fails:
    readFailed, permissionDenied, notAFile. */
Result<std::optional<nlohmann::ordered_json>> readPlanHead (Storage& storage,
                                                            const std::string& folder);

/** The same, and a discarded value if the rest is no JSON either: reads all of it. */
Result<std::optional<nlohmann::ordered_json>> readWholePlanHead (Storage& storage,
                                                                 const std::string& folder);

/** Whether it has the bytes of this plan. Fails: as opening and reading do. */
Result<bool> isPlanThere (Storage& storage, const std::string& folder, const PlanText& plan);

} // namespace melstrom
