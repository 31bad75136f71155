// plan.json in an output folder, read in pieces, because it has a few lines for each file.
#pragma once

#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Files/Storage.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace melstrom
{

/** The members of the folder's plan.json in order, except "files", which is last. Nothing if
    plan.json is missing; a discarded value if it is not JSON. Stops reading where the files begin.
    Accepts any bytes. Thread: any. Fails: readFailed, permissionDenied, notAFile. */
Result<std::optional<nlohmann::ordered_json>> readPlanHead (Storage& storage,
                                                            const std::string& folder);

/** The same, but reads all of it. A discarded value also if the rest is not JSON. */
Result<std::optional<nlohmann::ordered_json>> readWholePlanHead (Storage& storage,
                                                                 const std::string& folder);

/** True if plan.json has the bytes of this plan. Fails: as opening and reading do. */
Result<bool> isPlanThere (Storage& storage, const std::string& folder, const PlanText& plan);

} // namespace melstrom
