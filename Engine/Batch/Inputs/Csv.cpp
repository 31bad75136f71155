#include "Engine/Batch/Inputs/Csv.h"

namespace melstrom
{

namespace
{

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF"; ///< skipped at the start of a text

void appendQuoted (std::string& text, std::string_view field)
{
    text += '"';
    for (const char byte : field)
    {
        if (byte == '"')
            text += '"';
        text += byte;
    }
    text += '"';
}

/** Walks over the text once. A quote opens a quoted part only at the start of a field. */
class CsvReader
{
public:
    CsvReader (std::string_view text, const CsvFormat& format)
        : text_ (text), format_ (format), ends_ ({format.separator, '\r', '\n'}),
          line_ (format.firstLine)
    {
        if (text_.starts_with (kUtf8Mark))
            position_ = kUtf8Mark.size ();
    }

    Result<std::vector<CsvRow>> readAll ()
    {
        std::vector<CsvRow> rows;
        while (position_ < text_.size () && rows.size () < format_.mostRows)
        {
            if (takeLineEnd ())
                continue;

            CsvRow row;
            row.line = line_;
            do
            {
                std::string field;
                MELSTROM_TRY (readField (field));
                row.fields.push_back (std::move (field));
            } while (takeSeparator ());

            takeLineEnd ();
            rows.push_back (std::move (row));
        }
        return rows;
    }

private:
    Result<void> readField (std::string& field)
    {
        if (isQuote (position_))
        {
            MELSTROM_TRY (readQuoted (field));
        }
        const auto end = plainEnd ();
        field.append (text_.substr (position_, end - position_));
        position_ = end;
        return {};
    }

    Result<void> readQuoted (std::string& field)
    {
        const int openedOnLine = line_;
        ++position_;
        while (position_ < text_.size ())
        {
            const char byte = text_[position_++];
            if (byte == format_.quote)
            {
                if (! isQuote (position_))
                    return {};
                ++position_;
            }
            else if (byte == '\n')
                ++line_;
            field += byte;
        }
        return Error {ErrorCode::badUsage,
                      "The quote opened on line " + std::to_string (openedOnLine) +
                          " is never closed; write a quote inside a field twice.",
                      {}};
    }

    /** The end of an unquoted run: a separator, a line end or the end of the text. A CR counts only
        before LF. */
    std::size_t plainEnd () const
    {
        auto end = text_.find_first_of (ends_, position_);
        while (end != text_.npos && text_[end] == '\r' && ! isLineEnd (end))
            end = text_.find_first_of (ends_, end + 1);
        return end == text_.npos ? text_.size () : end;
    }

    bool isQuote (std::size_t at) const
    {
        return format_.quote != 0 && at < text_.size () && text_[at] == format_.quote;
    }

    bool isLineEnd (std::size_t at) const
    {
        return text_[at] == '\n' ||
               (text_[at] == '\r' && (at + 1 == text_.size () || text_[at + 1] == '\n'));
    }

    bool takeLineEnd ()
    {
        if (position_ >= text_.size () || ! isLineEnd (position_))
            return false;
        if (text_[position_] == '\r')
            ++position_;
        if (position_ < text_.size ())
            ++position_;
        ++line_;
        return true;
    }

    bool takeSeparator ()
    {
        if (position_ >= text_.size () || text_[position_] != format_.separator)
            return false;
        ++position_;
        while (format_.skipsSpaces && position_ < text_.size () && text_[position_] == ' ')
            ++position_;
        return true;
    }

    std::string_view text_;
    CsvFormat format_;
    std::string ends_; ///< bytes that end an unquoted run
    std::size_t position_ = 0;
    int line_;
};

} // namespace

void appendCsvField (std::string& text, std::string_view field)
{
    if (field.find_first_of (",\"\r\n") != std::string_view::npos || field.starts_with (kUtf8Mark))
        appendQuoted (text, field);
    else
        text += field;
}

void appendCsvRow (std::string& text, const std::vector<std::string>& fields)
{
    // An empty line is no row, so a single empty field gets quotes.
    if (fields.size () == 1 && fields[0].empty ())
        text += "\"\"";

    for (std::size_t index = 0; index < fields.size (); ++index)
    {
        if (index > 0)
            text += ',';
        appendCsvField (text, fields[index]);
    }
    text += '\n';
}

Result<std::vector<CsvRow>> parseCsv (std::string_view text, const CsvFormat& format)
{
    return CsvReader (text, format).readAll ();
}

} // namespace melstrom
