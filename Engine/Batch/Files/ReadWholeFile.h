// Small files read as a whole.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Printable.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace melstrom
{

/** Reads at most the size at opening; a file that is cut meanwhile gives less. Thread: any. Fails:
    readFailed. */
inline Result<std::string> readWhole (ReadableFile& file)
{
    std::string text (static_cast<std::size_t> (file.info ().bytes), '\0');
    MELSTROM_TRY_VALUE (const auto numRead, file.readAt (text.data (), text.size (), 0));
    text.resize (numRead);
    return text;
}

/** As readWhole. Fails besides: as opening does (at once if it is not a regular file); badSpec,
    unread, if it is longer than mostBytes. Files from users need a limit; files that Melstrom wrote
    need none. */
inline Result<std::string>
readWholeFile (Storage& storage, const std::string& path,
               std::size_t mostBytes = std::numeric_limits<std::size_t>::max ())
{
    MELSTROM_TRY_VALUE (const auto file, storage.openForReading (path));
    const auto bytes = static_cast<std::uint64_t> (file->info ().bytes);
    if (bytes > mostBytes)
        return Error {ErrorCode::badSpec,
                      printable (path) + ": is " + std::to_string (bytes) +
                          " bytes long; at most " + std::to_string (mostBytes) + " are allowed",
                      {}};
    return readWhole (*file);
}

} // namespace melstrom
