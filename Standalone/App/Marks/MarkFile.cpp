#include "Standalone/App/Marks/MarkFile.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Source/State/UserFiles.h"

#include <charconv>
#include <system_error>

namespace melstrom
{

namespace
{

/** The file behind links; the path itself if there is none. */
std::filesystem::path targetOf (const std::filesystem::path& path)
{
    std::error_code fault;
    auto target = std::filesystem::weakly_canonical (std::filesystem::absolute (path), fault);
    return fault ? path : target;
}

bool isWriteProtected (const std::filesystem::path& path)
{
    using std::filesystem::perms;
    std::error_code fault;
    const auto status = std::filesystem::status (path, fault);
    constexpr auto kWriters = perms::owner_write | perms::group_write | perms::others_write;
    return ! fault && std::filesystem::exists (status) &&
           (status.permissions () & kWriters) == perms::none;
}

constexpr std::string_view kHead = "melstrom marks 1\n", kPath = "path ", kKnown = "known ",
                           kText = "text ", kNone = "-\n";

/** Takes words, numbers and bytes from the front of a text. */
class Reader
{
public:
    explicit Reader (std::string_view text) : rest_ (text) {}

    bool take (std::string_view word)
    {
        if (! rest_.starts_with (word))
            return false;
        rest_.remove_prefix (word.size ());
        return true;
    }
    /** A number and the character behind it. */
    template <typename Number>
    bool take (Number& number, char end)
    {
        const auto [at, fault] =
            std::from_chars (rest_.data (), rest_.data () + rest_.size (), number);
        if (fault != std::errc ())
            return false;
        rest_.remove_prefix (static_cast<std::size_t> (at - rest_.data ()));
        return take (std::string_view (&end, 1));
    }
    bool takeBytes (std::string& bytes, std::uint64_t count)
    {
        if (count > rest_.size ())
            return false;
        bytes = rest_.substr (0, count);
        rest_.remove_prefix (count);
        return take ("\n");
    }
    bool isAtEnd () const { return rest_.empty (); }

private:
    std::string_view rest_;
};

bool read (Reader& reader, AutosavedMarks& marks)
{
    std::uint64_t pathBytes = 0;
    std::string path;
    if (! reader.take (kHead) || ! reader.take (kPath) || ! reader.take (pathBytes, '\n') ||
        ! reader.takeBytes (path, pathBytes) || ! reader.take (kKnown))
        return false;
    marks.path = path;
    if (! reader.take (kNone))
    {
        FileStamp known;
        if (! reader.take (known.bytes, ' ') || ! reader.take (known.crc, '\n'))
            return false;
        marks.known = known;
    }
    FileStamp stamp;
    return reader.take (kText) && reader.take (stamp.bytes, ' ') && reader.take (stamp.crc, '\n') &&
           reader.takeBytes (marks.text, stamp.bytes) && stampOf (marks.text) == stamp &&
           reader.isAtEnd ();
}

std::string stampText (const FileStamp& stamp)
{
    return std::to_string (stamp.bytes) + ' ' + std::to_string (stamp.crc) + '\n';
}

} // namespace

Result<MarkFormat> markFormatOf (const std::filesystem::path& path)
{
    const std::string name = lowerCaseText (path.filename ().string ());
    if (name.ends_with (".selections.txt") || name.ends_with (".table"))
        return MarkFormat::raven;
    if (name.ends_with (".txt"))
        return MarkFormat::audacity;
    if (name.ends_with (".csv"))
        return MarkFormat::csv;
    return Error {ErrorCode::badUsage,
                  printable (path.string ()) +
                      ": the name must end in .txt (Audacity), .selections.txt or .table (Raven), "
                      "or .csv",
                  {}};
}

const char* markFileEnd (MarkFormat format) noexcept
{
    switch (format)
    {
        case MarkFormat::audacity: return ".txt";
        case MarkFormat::raven: return ".selections.txt";
        case MarkFormat::csv: break;
    }
    return ".csv";
}

const char* markFormatName (MarkFormat format) noexcept
{
    switch (format)
    {
        case MarkFormat::audacity: return "Audacity labels";
        case MarkFormat::raven: return "Raven selection table";
        case MarkFormat::csv: break;
    }
    return "CSV";
}

FileStamp stampOf (std::string_view bytes) noexcept
{
    return {bytes.size (), crc32c (0, bytes.data (), bytes.size ())};
}

Result<ReadMarks> readMarks (Storage& storage, const std::filesystem::path& path)
{
    MELSTROM_TRY_VALUE (const auto text, readWholeFile (storage, path.string (), kMostMarkBytes));
    MELSTROM_TRY_VALUE (auto table, MarkTable::parse (text, {path.string (), {}}));
    return ReadMarks {std::move (table), stampOf (text)};
}

bool isOtherThan (Storage& storage, const std::filesystem::path& path,
                  const std::optional<FileStamp>& known)
{
    const auto info = storage.info (path.string ());
    if (! info)
        return info.error ().code != ErrorCode::fileMissing;
    if (! known || static_cast<std::uint64_t> (info->bytes) != known->bytes)
        return true;
    const auto text = readWholeFile (storage, path.string (), kMostMarkBytes);
    return ! text || stampOf (*text) != *known;
}

Result<FileStamp> writeMarks (Storage& storage, const std::filesystem::path& path,
                              std::string_view text)
{
    const auto target = targetOf (path);
    if (isWriteProtected (target))
        return Error {ErrorCode::permissionDenied,
                      printable (target.string ()) + " is write-protected; save under another name",
                      {}};
    MELSTROM_TRY (writeWholeFile (storage, target.parent_path ().string (),
                                  target.filename ().string (), text));
    return stampOf (text);
}

std::string autosaveTextOf (const AutosavedMarks& marks)
{
    const std::string path = marks.path.string ();
    std::string text (kHead);
    text += std::string (kPath) + std::to_string (path.size ()) + '\n' + path + '\n';
    text += std::string (kKnown) + (marks.known ? stampText (*marks.known) : std::string (kNone));
    text += std::string (kText) + stampText (stampOf (marks.text));
    return text + marks.text + '\n';
}

Result<AutosavedMarks> readAutosave (std::string_view text)
{
    AutosavedMarks marks;
    if (Reader reader (text); ! read (reader, marks))
        return Error {
            ErrorCode::badUsage, "the autosaved marks are damaged; nothing was restored", {}};
    return marks;
}

} // namespace melstrom
