// plan.json in an output folder, read without being held: it has a few lines for each file.
#pragma once

#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Files/Storage.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace melstrom
{

/** All of the folder's plan.json but its "files", keys in their order. Nothing if it is not there; a discarded value if it is no JSON. Any bytes
    may come. Thread: any. Fails: readFailed, permissionDenied, notAFile. */
Result<std::optional<nlohmann::ordered_json>> readPlanHead (Storage& storage,
                                                            const std::string& folder);

/** Whether it has the bytes of this plan. Fails: as opening and reading do. */
Result<bool> isPlanThere (Storage& storage, const std::string& folder, const PlanText& plan);

} // namespace melstrom
