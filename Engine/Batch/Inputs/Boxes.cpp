// Boxes of a table of marks as entries.
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/FactSources.h"
#include "Engine/Batch/Inputs/FileCount.h"
#include "Engine/Marks/MarkNumber.h"
#include "Engine/Marks/MarkTable.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace melstrom
{

namespace
{

/** Raven's column for sounds of several files: its times count from the start of the first file, and
    this one from the start of the row's file. */
constexpr std::string_view kFileOffset = "File Offset (s)";
constexpr double kOffsetSlackSeconds = 1e-3; ///< the column has fewer digits than the begin

/** The mark of a row, with times from the start of its file. */
Result<Mark> markInFile (const MarkTable& table, std::size_t row)
{
    Mark mark = table[row];
    const std::string text = table.field (row, kFileOffset);
    if (text.empty ())
        return mark;
    MELSTROM_TRY_VALUE (const double offset, readNumber (text, "the file offset"));
    if (std::abs (offset - mark.beginSeconds) <= kOffsetSlackSeconds)
        return mark;
    mark.endSeconds += offset - mark.beginSeconds;
    mark.beginSeconds = offset;
    MELSTROM_TRY (mark.validate ());
    return mark;
}

/** Makes the entries of one file. */
class EntryMaker
{
public:
    EntryMaker (FoundFiles& found, const InputOptions& options) : found_ (found), options_ (options)
    {
    }

    void add (const FoundFile& file, std::vector<Mark> marks)
    {
        const auto order = [] (const Mark& mark) {
            return std::tie (mark.beginSeconds, mark.endSeconds, mark.lowHz, mark.highHz,
                             mark.label);
        };
        std::ranges::stable_sort (marks, {}, order);
        int number = 0; // among boxes with the same times
        const Mark* before = nullptr;
        for (const Mark& mark : marks)
        {
            const bool isAgain = before != nullptr && before->beginSeconds == mark.beginSeconds &&
                                 before->endSeconds == mark.endSeconds;
            number = isAgain ? number + 1 : 1;
            addEntry (file, mark, number);
            before = &mark;
        }
    }

    std::vector<FoundFile> entries;

private:
    void addEntry (const FoundFile& file, const Mark& mark, int number)
    {
        const Box box {mark.beginSeconds, mark.endSeconds, mark.lowHz, mark.highHz};
        FoundFile& entry = entries.emplace_back (file);
        entry.file.path = pathOfBox (file.file.path, box, number);
        entry.file.facts.box = static_cast<int> (found_.boxes.size ());
        found_.boxes.push_back (box);
        if (options_.labels == LabelMode::none)
            return;
        std::string labels;
        addLabels (labels, mark.label, options_.labelSeparator);
        entry.file.facts.labels = found_.names.labelSets.numberOf (labels);
    }

    FoundFiles& found_;
    const InputOptions& options_;
};

/** Fails for inputs and options that do not go with boxes. */
Result<void> checkCombination (const FoundFiles& found, const InputOptions& options)
{
    const TableColumns& columns = options.columns;
    const bool hasOtherColumns = ! (columns.split + columns.fold + columns.group).empty () ||
                                 ! columns.targets.empty () || columns.labels.size () > 1;
    if (found.numTables == 0 && hasOtherColumns)
        return faultOfBoxes (options,
                             "of --columns it takes path=NAME and one label=NAME; the other roles "
                             "are for lists");
    if (found.hasPatternLabels)
        return faultOfBoxes (options,
                             "the boxes have the labels; leave {label} out of --label-pattern");
    for (const FoundFile& file : found.files)
    {
        if (file.memberAt > 0)
            return faultOfBoxes (options,
                                 printable (file.file.path) +
                                     " is in a tar; boxes are cut from files: unpack the tar");
        if (file.file.facts.labels >= 0)
            return faultOfBoxes (options, "the boxes have the labels, but a list gives " +
                                              printable (file.file.path) +
                                              " a label too; take the labels out of the list");
    }
    return {};
}

Result<MarkTable> readBoxTable (Storage& storage, const InputOptions& options)
{
    const auto text = readWholeFile (storage, options.boxTable, kMostMarkBytes);
    if (! text)
        return faultOfBoxes (options, text.error ().message + "; name a table of marks");
    const auto& labels = options.columns.labels;
    auto table = MarkTable::parse (*text, {options.boxTable, labels.empty () ? "" : labels[0]});
    if (! table)
        return Error {ErrorCode::badUsage, "--boxes: " + table.error ().message, {}};
    return table;
}

} // namespace

Result<void> cutBoxes (Storage& storage, FoundFiles& found, const InputOptions& options)
{
    MELSTROM_TRY (checkCombination (found, options));
    MELSTROM_TRY_VALUE (const auto table, readBoxTable (storage, options));
    for (const std::string& note : table.notes ())
        found.warnings.push_back (note);
    MELSTROM_TRY_VALUE (auto rows, boxRowsOf (table, found, options));
    found.warnings.insert (found.warnings.end (), rows.warnings.begin (), rows.warnings.end ());

    EntryMaker maker (found, options);
    FileCount without;
    for (std::size_t i = 0; i < found.files.size (); ++i)
    {
        if (rows.ofFile[i].empty ())
            without.add (found.files[i]);
        std::vector<Mark> marks;
        for (const std::size_t row : rows.ofFile[i])
        {
            auto mark = markInFile (table, row);
            if (! mark)
                return faultOfBoxes (options, mark.error ().message);
            marks.push_back (*std::move (mark));
        }
        maker.add (found.files[i], std::move (marks));
    }
    const auto noBox = "no box in " + printable (options.boxTable) + " and ";
    without.warn (found.warnings, "has " + noBox + "is left out", "have " + noBox + "are left out");
    found.files = std::move (maker.entries);
    return {};
}

} // namespace melstrom
