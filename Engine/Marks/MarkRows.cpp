#include "Engine/Marks/MarkRows.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace melstrom
{

namespace
{
void removeLineEnd (std::string& text, LastLine lastLine)
{
    if (lastLine == LastLine::ended || ! text.ends_with ('\n'))
        return;
    text.pop_back ();
    if (lastLine == LastLine::open && text.ends_with ('\r'))
        text.pop_back ();
}
} // namespace

std::string MarkRows::text () const
{
    std::vector<const MarkRow*> pieces;
    pieces.reserve (entries.size () + blanks.size ());
    std::size_t bytes = head.size ();
    const auto take = [&] (const std::vector<MarkRow>& rows)
    {
        for (const MarkRow& row : rows)
        {
            pieces.push_back (&row);
            bytes += row.bytes.size ();
        }
    };
    take (blanks);
    for (const MarkEntry& entry : entries)
        take (entry.rows);
    std::ranges::sort (pieces, {}, [] (const MarkRow* row) { return row->place; });

    std::string out;
    out.reserve (bytes);
    out += head;
    for (const MarkRow* row : pieces)
        out += row->bytes;
    removeLineEnd (out, lastLine);
    return out;
}

void MarkRows::sort ()
{
    std::vector<std::uint64_t> places;
    for (const MarkEntry& entry : entries)
        for (const MarkRow& row : entry.rows)
            places.push_back (row.place);
    std::ranges::sort (places);
    std::ranges::stable_sort (entries, {},
                              [] (const MarkEntry& entry)
                              {
                                  const Mark& mark = entry.mark;
                                  return std::tuple (mark.beginSeconds, mark.endSeconds, mark.lowHz,
                                                     mark.highHz);
                              });
    auto place = places.begin ();
    for (MarkEntry& entry : entries)
        for (MarkRow& row : entry.rows)
            row.place = *place++;
}

} // namespace melstrom
