// A small file written so that it is whole or absent.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string_view>

namespace melstrom
{

/** Under a name that ends in ".tmp": writes, syncs, renames to `folder/name`, syncs the folder. Fails: diskFull,
    writeFailed. */
Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text);

} // namespace melstrom
