// The file of a document of marks: format by name, bytes on the disk, a text of unsaved marks.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Marks/MarkTable.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** By the end of the name, in any case: ".txt" Audacity; ".selections.txt" and ".table" Raven;
    ".csv" CSV. Fails: badUsage, with the name and the allowed ends. */
Result<MarkFormat> markFormatOf (const std::filesystem::path& path);
/** ".txt", ".selections.txt", ".csv" */
const char* markFileEnd (MarkFormat format) noexcept;
const char* markFormatName (MarkFormat format) noexcept; ///< "Audacity labels"

/** Size and CRC-32C of a file. */
struct FileStamp
{
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
    bool operator== (const FileStamp&) const = default;
};
FileStamp stampOf (std::string_view bytes) noexcept;

/** The marks of a file, and its bytes as a stamp. */
struct ReadMarks
{
    MarkTable table;
    FileStamp stamp;
};
/** Fails: badUsage, with file and line; as the storage does for a file that cannot be read. */
Result<ReadMarks> readMarks (Storage& storage, const std::filesystem::path& path);

/** True if the file is there and has other bytes than `known`; without `known`, if it is there. A
    file that cannot be read counts as changed. */
bool isOtherThan (Storage& storage, const std::filesystem::path& path,
                  const std::optional<FileStamp>& known);

/** Replaces the file as a whole; a link keeps its place and its target is replaced. Fails:
    permissionDenied for a write-protected file; diskFull, writeFailed. The file is then
    unchanged. */
Result<FileStamp> writeMarks (Storage& storage, const std::filesystem::path& path,
                              std::string_view text);

/** Unsaved marks, for a session after a crash. */
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
