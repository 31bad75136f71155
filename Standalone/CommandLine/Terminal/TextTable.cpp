#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>

namespace melstrom
{

int columnsOf (std::string_view text) noexcept
{
    const auto startsCharacter = [] (char byte) { return (byte & 0xC0) != 0x80; };
    return static_cast<int> (std::ranges::count_if (text, startsCharacter));
}

std::vector<std::string> wrappedLines (std::string_view text, int columns)
{
    std::vector<std::string> lines (1);
    while (! text.empty ())
    {
        const auto end = std::min (text.find (' '), text.size ());
        const auto word = text.substr (0, end);
        text.remove_prefix (std::min (end + 1, text.size ()));
        if (! lines.back ().empty () && columnsOf (lines.back ()) + 1 + columnsOf (word) > columns)
            lines.emplace_back ();
        lines.back () += (lines.back ().empty () ? "" : " ") + std::string (word);
    }
    return lines;
}

void TextTable::addHeading (std::vector<std::string> names)
{
    hasHeading_ = true;
    rows_.insert (rows_.begin (), std::move (names));
}

void TextTable::addRow (std::vector<std::string> cells)
{
    rows_.push_back (std::move (cells));
}

std::string TextTable::text (int indent) const
{
    std::vector<int> widths (sides_.size (), 0);
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < std::min (row.size (), widths.size ()); ++i)
            widths[i] = std::max (widths[i], columnsOf (row[i]));

    std::string text;
    const auto addLine = [&] (const auto& cellAt)
    {
        std::string line (static_cast<std::size_t> (indent), ' ');
        for (std::size_t i = 0; i < widths.size (); ++i)
        {
            const std::string cell = cellAt (i);
            const std::string space (static_cast<std::size_t> (widths[i] - columnsOf (cell)), ' ');
            line += (i > 0 ? "  " : "");
            line += sides_[i] == Side::right ? space + cell : cell + space;
        }
        text += line.substr (0, line.find_last_not_of (' ') + 1) + "\n";
    };
    for (std::size_t i = 0; i < rows_.size (); ++i)
    {
        const auto& row = rows_[i];
        addLine ([&row] (std::size_t at) { return at < row.size () ? row[at] : std::string (); });
        if (i == 0 && hasHeading_)
            addLine ([&widths] (std::size_t at)
                     { return std::string (static_cast<std::size_t> (widths[at]), '-'); });
    }
    return text;
}

} // namespace melstrom
