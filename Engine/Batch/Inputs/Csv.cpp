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
    explicit CsvReader (std::string_view text) : text_ (text)
    {
        if (text_.starts_with (kUtf8Mark))
            position_ = kUtf8Mark.size ();
    }

    Result<std::vector<CsvRow>> readAll ()
    {
        std::vector<CsvRow> rows;
        while (position_ < text_.size ())
        {
            if (takeLineEnd ())
                continue;

            CsvRow row;
            row.line = line_;
            do
            {
                std::string field;
                if (const auto read = readField (field); ! read)
                    return read.error ();
                row.fields.push_back (std::move (field));
            } while (takeComma ());

            takeLineEnd ();
            rows.push_back (std::move (row));
        }
        return rows;
    }

private:
    Result<void> readField (std::string& field)
    {
        if (position_ < text_.size () && text_[position_] == '"')
        {
            if (const auto quoted = readQuoted (field); ! quoted)
                return quoted;
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
            if (byte == '"')
            {
                if (position_ >= text_.size () || text_[position_] != '"')
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

    /** Where an unquoted run stops: at a comma, a line end or the end. A CR counts only before LF.
     */
    std::size_t plainEnd () const
    {
        auto end = text_.find_first_of (",\r\n", position_);
        while (end != text_.npos && text_[end] == '\r' && ! isLineEnd (end))
            end = text_.find_first_of (",\r\n", end + 1);
        return end == text_.npos ? text_.size () : end;
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

    bool takeComma ()
    {
        if (position_ >= text_.size () || text_[position_] != ',')
            return false;
        ++position_;
        return true;
    }

    std::string_view text_;
    std::size_t position_ = 0;
    int line_ = 1;
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
    // An empty line is no row, so a row of one empty field has to show itself.
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

Result<std::vector<CsvRow>> parseCsv (std::string_view text)
{
    return CsvReader (text).readAll ();
}

} // namespace melstrom
