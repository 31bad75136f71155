#include "Engine/Marks/MarkConversion.h"

#include "Engine/Marks/MarkNumber.h"
#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>

namespace melstrom
{

namespace
{

using Names = std::vector<std::string>;

bool has (const Names& names, const std::string& name)
{
    return std::ranges::any_of (names, [&name] (const std::string& other)
                                { return equalsIgnoringCase (other, name); });
}

/** How the columns of the old table go to the new one. */
struct FurtherColumns
{
    Names added;   ///< to the heading
    Names taken;   ///< added, and those that the new table has anyway
    Names leftOut; ///< neither
};

FurtherColumns furtherColumns (const MarkTable& marks, MarkFormat format)
{
    const MarkTable plain (format);
    const Names own = plain.furtherColumns (); // of Raven: Selection, View and Channel
    const Names values {"begin_s",        "end_s",          "low_hz",       "high_hz",
                        "label",          "Begin Time (s)", "End Time (s)", "Low Freq (Hz)",
                        "High Freq (Hz)", "Annotation"};
    FurtherColumns columns;
    for (const std::string& name : marks.furtherColumns ())
    {
        const bool isPlain = name.find_first_of ("\t\r\n") == name.npos && ! name.empty ();
        if (format == MarkFormat::audacity || ! isPlain || has (values, name) ||
            has (columns.taken, name))
        {
            columns.leftOut.push_back (name);
            continue;
        }
        columns.taken.push_back (name);
        if (! has (own, name))
            columns.added.push_back (name);
    }
    return columns;
}

} // namespace

Result<ConvertedMarks> convertMarks (const MarkTable& marks, MarkFormat format)
{
    const FurtherColumns columns = furtherColumns (marks, format);
    const MarkTableOptions options {"marks",
                                    format == MarkFormat::audacity ? "" : newLabelColumn (format)};
    MELSTROM_TRY_VALUE (auto table, MarkTable::parse (newHeading (format, columns.added), options));
    for (std::size_t i = 0; i < marks.size (); ++i)
    {
        std::vector<MarkField> fields;
        for (const std::string& name : columns.taken)
        {
            const bool isSharedView = equalsIgnoringCase (name, "View") && marks.numRows (i) > 1;
            if (auto text = isSharedView ? std::string ("Spectrogram 1") : marks.field (i, name);
                ! text.empty ())
                fields.push_back ({name, std::move (text)});
        }
        if (const auto added = table.add (marks[i], fields); ! added)
            return badMarks ("mark " + std::to_string (i + 1) + ": " + added.error ().message);
    }
    return ConvertedMarks {std::move (table), columns.leftOut};
}

} // namespace melstrom
