#include "Standalone/App/Marks/MarkAutosave.h"

#include <charconv>
#include <cstdint>

namespace melstrom
{

namespace
{

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
