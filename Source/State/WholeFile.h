// Writes small files as a whole.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** Writes a temporary file beside the file, syncs it and renames it. So a reader sees the old bytes
    or the new bytes, also after a power cut. Creates the folder. Fails: diskFull, writeFailed; the
    file is then unchanged. */
Result<void> writeWholeFile (Storage& storage, const std::string& folder, const std::string& name,
                             std::string_view text);

/** Reduces errors of writing to two codes for a program with a window: diskFull stays, all others
    become writeFailed. */
Error asWritingError (Error error);

} // namespace melstrom
