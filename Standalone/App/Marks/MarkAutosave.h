// Unsaved marks as one text, for a session after a crash.
#pragma once

#include "Standalone/App/Marks/MarkFile.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

struct AutosavedMarks
{
    std::filesystem::path path;     ///< empty: the marks were never saved
    std::optional<FileStamp> known; ///< of the file when it was read or written last
    std::string text;               ///< bytes of the table
    bool operator== (const AutosavedMarks&) const = default;
};

/** Lines "melstrom marks 1", "path BYTES", "known BYTES CRC" (or "known -"), "text BYTES CRC";
    after the lines of path and text their bytes and a line end. */
std::string autosaveTextOf (const AutosavedMarks& marks);
/** Fails: badUsage for a text that is cut, changed, or of another program. */
Result<AutosavedMarks> readAutosave (std::string_view text);

} // namespace melstrom
