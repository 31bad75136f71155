// A table with facts about files that the inputs name.
#include "Engine/Batch/Inputs/FactSources.h"

#include "Engine/Batch/Inputs/FileCount.h"
#include "Engine/Batch/Inputs/PathTable.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <unordered_map>

namespace melstrom
{

namespace
{

/** Numbers of rows; -1: no row. */
class RowIndex
{
public:
    /** rows must outlive it */
    explicit RowIndex (const std::vector<PathRow>& rows) : rows_ (rows) {}

    /** Indexes rows by the keys of a FolderTable, for their paths as listed and as seen from the
        table's folder, and by the paths themselves. */
    Result<void> add (const std::string& tablePath, FolderTable& folders)
    {
        const auto tableFolder = folderOf (tablePath);
        FactNames names; // only to see whether two rows agree
        std::vector<FileFacts> facts (rows_.size ());
        for (std::size_t index = 0; index < rows_.size (); ++index)
        {
            const auto& row = rows_[index];
            const auto number = static_cast<int> (index);
            const auto first =
                asListed_.try_emplace (folders.keyOf (row.path), number).first->second;
            if (const auto clash = names.add (row.facts, facts[static_cast<std::size_t> (first)]);
                ! clash.empty ())
                return faultInTable (
                    tablePath, row.line,
                    printable (row.path) + " " + clash + ", on line " +
                        std::to_string (rows_[static_cast<std::size_t> (first)].line) +
                        "; keep one.");
            fromFolder_.try_emplace (folders.keyOf (joinPath (tableFolder, row.path)), number);
            byPath_.try_emplace (row.path, number);
        }
        return {};
    }

    int rowOfKey (const std::string& key) const
    {
        for (const auto* table : {&asListed_, &fromFolder_})
            if (const auto row = table->find (key); row != table->end ())
                return row->second;
        return -1;
    }

    /** The row whose path is the longest end of this path, in whole components. */
    int rowOfEnd (std::string_view path) const
    {
        for (;;)
        {
            if (const auto row = byPath_.find (path); row != byPath_.end ())
                return row->second;
            const auto slash = path.find ('/');
            if (slash == path.npos)
                return -1;
            path.remove_prefix (slash + 1);
        }
    }

private:
    const std::vector<PathRow>& rows_;
    std::unordered_map<std::string, int> asListed_, fromFolder_;
    std::unordered_map<std::string_view, int> byPath_;
};

std::string_view withoutExtension (std::string_view path)
{
    const auto dot = path.rfind ('.');
    return dot == path.npos || path.find ('/', dot) != path.npos ? path : path.substr (0, dot);
}

/** The row of each file. A row that names its file as it stands is not compared with the ends of
    paths. A row that is the end of several paths names no file. */
class RowChoice
{
public:
    RowChoice (const FoundFiles& found, const RowIndex& index, std::size_t numRows)
        : rowOf (found.files.size (), -1), numNamed_ (numRows)
    {
        chooseByKeys (found, index);
        chooseByEnds (found, index);
    }

    std::vector<int> rowOf;      ///< by file, -1: none
    std::vector<int> sharedRows; ///< rows that are the end of several files' paths

private:
    void chooseByKeys (const FoundFiles& found, const RowIndex& index)
    {
        for (std::size_t i = 0; i < rowOf.size (); ++i)
        {
            const auto& file = found.files[i];
            rowOf[i] = index.rowOfKey (
                FolderTable::keyOf (file.folderNumber, fileNameOf (file.file.path)));
            if (rowOf[i] >= 0)
                numNamed_[static_cast<std::size_t> (rowOf[i])] = -1;
        }
    }

    void chooseByEnds (const FoundFiles& found, const RowIndex& index)
    {
        std::vector<std::pair<std::size_t, int>> ends;
        for (std::size_t i = 0; i < rowOf.size (); ++i)
        {
            if (rowOf[i] >= 0)
                continue;
            const std::string_view path = found.files[i].file.path;
            int row = index.rowOfEnd (path);
            if (row < 0)
                row = index.rowOfEnd (withoutExtension (path));
            if (row < 0 || numNamed_[static_cast<std::size_t> (row)] < 0)
                continue;
            ends.emplace_back (i, row);
            if (++numNamed_[static_cast<std::size_t> (row)] == 2)
                sharedRows.push_back (row);
        }
        for (const auto& [file, row] : ends)
            if (numNamed_[static_cast<std::size_t> (row)] == 1)
                rowOf[file] = row;
    }

    /** by row: number of files whose paths end with it; -1: named as it stands */
    std::vector<int> numNamed_;
};

} // namespace

Result<void> applyTable (Storage& storage, FolderTable& folders, FoundFiles& found,
                         const InputOptions& options)
{
    const auto tablePath = tidyPath (options.labelTable);
    MELSTROM_TRY_VALUE (const auto table, readPathTable (storage, tablePath, options));
    ++found.numTables;
    found.hasGroups = found.hasGroups || table.hasGroups;
    RowIndex index (table.rows);
    MELSTROM_TRY (index.add (tablePath, folders));

    const RowChoice choice (found, index, table.rows.size ());
    FileCount without;
    for (std::size_t i = 0; i < found.files.size (); ++i)
    {
        auto& file = found.files[i];
        if (const int row = choice.rowOf[i]; row >= 0) // facts from a list stay
            found.names.addUnsaid (table.rows[static_cast<std::size_t> (row)].facts,
                                   file.file.facts);
        else if (file.file.facts.labels < 0)
            without.add (file);
    }
    if (! choice.sharedRows.empty ())
    {
        const auto& first = table.rows[static_cast<std::size_t> (choice.sharedRows.front ())];
        const auto of = " of " + printable (tablePath);
        found.warnings.push_back (
            countText (static_cast<std::int64_t> (choice.sharedRows.size ()),
                       "line" + of + " matches several files and is not used; it is line ",
                       "lines" + of +
                           " match several files each and are not used; the first is line ") +
            std::to_string (first.line) + ", " + printable (first.path) + ": write longer paths.");
    }
    const auto noLine = "no line in " + printable (tablePath) + " and ";
    without.warn (found.warnings, "has " + noLine + "gets no label",
                  "have " + noLine + "get no label");
    return {};
}

} // namespace melstrom
