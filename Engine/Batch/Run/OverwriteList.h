// What --overwrite takes away.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>
#include <vector>

namespace melstrom
{

/** Names of the files in `folder` that --overwrite removes, sorted; none if the folder is not there.
    Reads, and changes nothing. Thread: any. */
std::vector<std::string> namesToOverwrite (Storage& storage, const std::string& folder);

} // namespace melstrom
