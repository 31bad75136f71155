// Writes whole files of text or bytes.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Files/TextSink.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** Writes a file beside `path` and renames it. A failure leaves `path` as it was, and no other file.
    Thread: any but audio. Fails: diskFull, writeFailed; besides, as `text` does. */
Result<void> exportText (std::string_view text, Storage& storage, const std::string& path);
/** The same, without the whole text in memory. */
Result<void> exportText (const TextSource& text, Storage& storage, const std::string& path);

} // namespace melstrom
