#include "Engine/Marks/MarkConversion.h"
#include "Tests/Fuzz/FuzzTargets.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{

constexpr std::size_t kMostChanged = 8; ///< marks; a change reads a whole row again

MarkTable readAgain (const MarkTable& table)
{
    const auto again = MarkTable::parse (table.text ());
    require (again.ok (), "marks are not read after they are written");
    return *again;
}

/** Equal marks in the same order. Raven's rows may be read as other groups: two marks of one
    selection can become views of one mark. */
void requireSame (const MarkTable& table, const MarkTable& again)
{
    const auto names = table.furtherColumns ();
    if (std::ranges::count (names, "Selection") > 0 || table.format () == MarkFormat::raven)
        return;
    require (table.size () == again.size (), "the number of marks changes when they are written");
    for (std::size_t i = 0; i < table.size (); ++i)
        require (table[i] == again[i], "a mark is read otherwise after it is written");
}

void changeMarks (MarkTable table)
{
    for (std::size_t i = 0; i < std::min (table.size (), kMostChanged); ++i)
    {
        Mark mark = table[i];
        mark.beginSeconds = mark.beginSeconds / 3;
        mark.endSeconds += 1;
        if (table.change (i, mark))
            require (table[i] == mark, "a changed mark is another");
        mark.lowHz = 0.1;
        mark.highHz.reset ();
        mark.label = " \"a;b, ";
        if (table.change (i, mark))
            require (table[i] == mark, "a changed mark is another");
    }
    table.sort ();
    (void)table.add ({1, 2, {}, {}, ""});
    requireSame (table, readAgain (table));
    if (table.size () > 0)
        table.remove (0);
    (void)readAgain (table);
}

} // namespace

void fuzzMarks (std::string_view bytes)
{
    const auto table = MarkTable::parse (bytes);
    if (! table)
        return;
    require (table->text () == bytes, "a file of marks is written back otherwise");
    for (std::size_t i = 0; i < table->size (); ++i)
        require ((*table)[i].validate ().ok (), "a mark was read that is not valid");
    changeMarks (*table);
    for (const auto format : {MarkFormat::audacity, MarkFormat::raven, MarkFormat::csv})
        if (const auto converted = convertMarks (*table, format))
        {
            require (converted->table.size () == table->size (), "a conversion lost marks");
            requireSame (converted->table, readAgain (converted->table));
        }
}

} // namespace melstrom::testing
