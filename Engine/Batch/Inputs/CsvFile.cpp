#include "Engine/Batch/Inputs/Csv.h"

#include "Engine/Batch/Files/Storage.h"

#include <algorithm>
#include <string>

namespace melstrom
{

namespace
{
/** Finds the end of the whole rows in a text that grows at its end. */
class RowEnd
{
public:
    /** Scans the bytes added since the last call. Returns the number of bytes in whole rows. */
    std::size_t in (std::string_view text)
    {
        for (; seen_ < text.size (); ++seen_)
            if (text[seen_] == '"') // a quote inside of a field is doubled
                isQuoted_ = ! isQuoted_;
            else if (text[seen_] == '\n' && ! isQuoted_)
                end_ = seen_ + 1;
        return end_;
    }

    /** Call after the whole rows were removed from the text. */
    void forget ()
    {
        seen_ -= end_;
        end_ = 0;
    }

private:
    std::size_t seen_ = 0, end_ = 0;
    bool isQuoted_ = false;
};
} // namespace

Result<void> forEachCsvRow (ReadableFile& file,
                            const std::function<Result<void> (const CsvRow&)>& take,
                            std::size_t readBytes)
{
    std::string text;
    RowEnd rowEnd;
    CsvFormat format;
    std::int64_t offset = 0;
    for (bool isLast = false; ! isLast;)
    {
        const std::size_t held = text.size ();
        text.resize (held + readBytes);
        MELSTROM_TRY_VALUE (const auto got, file.readAt (text.data () + held, readBytes, offset));
        text.resize (held + got);
        offset += static_cast<std::int64_t> (got);
        isLast = got < readBytes;
        const std::size_t end = isLast ? text.size () : rowEnd.in (text);
        const std::string_view rowsText = std::string_view (text).substr (0, end);
        MELSTROM_TRY_VALUE (const auto rows, parseCsv (rowsText, format));
        for (const CsvRow& row : rows)
            MELSTROM_TRY (take (row));
        format.firstLine += static_cast<int> (std::ranges::count (rowsText, '\n'));
        text.erase (0, end);
        rowEnd.forget ();
    }
    return {};
}

} // namespace melstrom
