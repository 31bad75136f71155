#include "Engine/Marks/AudacityRows.h"

#include "Engine/Marks/DelimitedRow.h"
#include "Engine/Marks/MarkNumber.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr RowFormat kTabs {'\t', false, false};
constexpr double kNoLimitHz = -1;

/** A line in its parts. */
struct Line
{
    std::string_view text, end; ///< end: the line end
};

Line lineAt (std::string_view text, std::size_t at)
{
    auto end = std::min (text.find ('\n', at), text.size ());
    const auto next = std::min (end + 1, text.size ());
    if (end > at && end < text.size () && text[end - 1] == '\r')
        --end;
    return {text.substr (at, end - at), text.substr (end, next - end)};
}

/** The fields of a label, cut at its first two tabs. */
struct LabelLine
{
    std::string_view begin, end, label;
    bool hasEnd = false, hasLabel = false;
};

/** Audacity 1.2: begin, tab, text. A second field that begins as a number is an end. */
bool isOldLabel (std::string_view second) noexcept
{
    return ! beginsAsNumber (withoutBlanks (second));
}

LabelLine cutLabel (std::string_view line)
{
    const auto first = std::min (line.find ('\t'), line.size ());
    const auto rest = line.substr (std::min (first + 1, line.size ()));
    const auto second = rest.find ('\t');
    if (second == rest.npos && isOldLabel (rest))
        return {line.substr (0, first), {}, rest, false, true};
    return {line.substr (0, first), rest.substr (0, second),
            second == rest.npos ? rest.substr (0, 0) : rest.substr (second + 1), true,
            second != rest.npos};
}

Result<Mark> markOf (std::string_view line)
{
    if (line.find ('\t') == line.npos)
        return badMarks (shownText (line) +
                         " has no tab; a label is begin, tab, end, tab, text, with times in "
                         "seconds.");
    const auto cut = cutLabel (line);
    Mark mark;
    MELSTROM_TRY_VALUE (mark.beginSeconds, readNumber (cut.begin, "the begin"));
    mark.endSeconds = mark.beginSeconds;
    if (cut.hasEnd)
    {
        MELSTROM_TRY_VALUE (mark.endSeconds, readNumber (cut.end, "the end"));
    }
    mark.label = cut.label;
    MELSTROM_TRY (mark.validate ());
    return mark;
}

Result<std::optional<double>> limitOf (std::string_view field, const char* what)
{
    MELSTROM_TRY_VALUE (const double value, readNumber (field, what));
    return value == kNoLimitHz ? std::optional<double> () : std::optional (value);
}

Result<void> takeFrequencies (std::string_view line, Mark& mark)
{
    const auto row = splitRow (line, 0, kTabs);
    if (row->fields.size () < 3 || ! isBlank (line.substr (1, row->fields[0].bytes - 1)))
        return badMarks ("a line that begins with a backslash holds frequencies: backslash, tab, "
                         "low, tab, high, in Hz; -1 is no limit.");
    const auto field = [&] (std::size_t i)
    { return line.substr (row->fields[i].at, row->fields[i].bytes); };
    MELSTROM_TRY_VALUE (mark.lowHz, limitOf (field (1), "the low frequency"));
    MELSTROM_TRY_VALUE (mark.highHz, limitOf (field (2), "the high frequency"));
    return mark.validate ();
}

std::string limitText (const std::optional<double>& limit)
{
    return writtenNumber (limit.value_or (kNoLimitHz));
}

bool hasLimits (const Mark& mark) noexcept
{
    return mark.lowHz || mark.highHz;
}

std::string frequencyLine (const Mark& mark)
{
    return "\\\t" + limitText (mark.lowHz) + '\t' + limitText (mark.highHz);
}

} // namespace

bool isAudacityLine (std::string_view line) noexcept
{
    return line.starts_with ('\\') ||
           (beginsAsNumber (withoutBlanks (line)) && line.find ('\t') != line.npos);
}

Result<void> readAudacityRows (std::string_view text, std::size_t at, const std::string& name,
                               MarkRows& rows)
{
    bool takesLimits = false; // the line before is a label
    for (int number = 1; at < text.size (); ++number)
    {
        const auto [line, end] = lineAt (text, at);
        const std::string bytes (text.substr (at, line.size () + end.size ()));
        at += bytes.size ();
        if (isBlank (line))
        {
            rows.blanks.push_back ({bytes, rows.nextPlace++});
            takesLimits = false;
            continue;
        }
        if (! line.starts_with ('\\'))
        {
            auto mark = markOf (line);
            if (! mark)
                return badMarksAt (name, number, mark.error ().message);
            if (rows.entries.size () == kMostMarkRows)
                return badMarksAt (name, number, kTooManyMarks);
            rows.entries.push_back ({*std::move (mark), {{bytes, rows.nextPlace++}}});
            takesLimits = true;
            continue;
        }
        if (! takesLimits)
            return badMarksAt (name, number,
                               "frequencies without a label; the line before must be the label "
                               "that they belong to.");
        if (const auto taken = takeFrequencies (line, rows.entries.back ().mark); ! taken)
            return badMarksAt (name, number, taken.error ().message);
        rows.entries.back ().rows.back ().bytes += bytes;
        takesLimits = false;
    }
    return {};
}

std::string audacityRow (const Mark& mark, const std::string& lineEnd)
{
    std::string row = writtenNumber (mark.beginSeconds) + '\t' + writtenNumber (mark.endSeconds) +
                      '\t' + mark.label + lineEnd;
    return hasLimits (mark) ? row + frequencyLine (mark) + lineEnd : row;
}

std::string changedAudacityRow (const std::string& row, const Mark& before, const Mark& after)
{
    const auto [line, end] = lineAt (row, 0);
    const auto [limits, limitsEnd] = lineAt (row, line.size () + end.size ());
    const auto cut = cutLabel (line);
    const auto timeField = [] (std::string_view field, double was, double is)
    { return was == is ? std::string (field) : writtenNumber (is); };

    std::string changed = timeField (cut.begin, before.beginSeconds, after.beginSeconds);
    const bool isOld = ! cut.hasEnd && after.isPoint () && isOldLabel (after.label) &&
                       after.label.find ('\t') == after.label.npos;
    if (cut.hasEnd)
        changed += '\t' + timeField (cut.end, before.endSeconds, after.endSeconds);
    else if (! isOld)
        changed += '\t' + writtenNumber (after.endSeconds);
    if (cut.hasLabel || ! after.label.empty ())
        (changed += '\t') += after.label;
    changed += end;

    const bool sameLimits = before.lowHz == after.lowHz && before.highHz == after.highHz;
    if (sameLimits)
        return (changed += limits) += limitsEnd;
    if (! hasLimits (after))
        return changed;
    if (limits.empty ())
        return (changed += frequencyLine (after)) += end;
    std::string line2 (limits);
    if (before.lowHz != after.lowHz)
        setField (line2, 1, limitText (after.lowHz), kTabs);
    if (before.highHz != after.highHz)
        setField (line2, 2, limitText (after.highHz), kTabs);
    return (changed += line2) += limitsEnd;
}

} // namespace melstrom
