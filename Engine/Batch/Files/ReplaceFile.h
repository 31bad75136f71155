// Writes a file so that it is either whole or absent.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Files/TextSink.h"

#include <string_view>

namespace melstrom
{

/** Writes under a name that ends in ".tmp", syncs, renames to `folder/name`, syncs the folder.
    Fails: diskFull, writeFailed. */
Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text);

/** The same in blocks of about 1 MiB. Fails besides: as `text` does. */
Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          const TextSource& text);

} // namespace melstrom
