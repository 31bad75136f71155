// Which file each row of a table of boxes names.
#include "Engine/Batch/Inputs/FactSources.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Marks/MarkNumber.h"
#include "Engine/Marks/MarkTable.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace melstrom
{

namespace
{

constexpr int kNone = -1, kSeveral = -2;

/** Numbers of files by the ways in which a table may name them. */
class FileNames
{
public:
    /** files must outlive it */
    FileNames (const std::vector<FoundFile>& files, std::string_view tableFolder)
        : tableFolder_ (tableFolder)
    {
        for (std::size_t i = 0; i < files.size (); ++i)
        {
            const auto number = static_cast<int> (i);
            const std::string_view path = files[i].file.path;
            byPath_.emplace (path, number);
            enter (byRelativePath_, files[i].relativePath (), number);
            enter (byName_, fileNameOf (path), number);
        }
    }

    /** kNone: no file has this path or name; kSeveral: several files have it. */
    int fileOf (std::string path) const
    {
        if (path.find ('/') == path.npos) // Raven on Windows
            std::ranges::replace (path, '\\', '/');
        path = tidyPath (path);
        for (const auto& text : {path, joinPath (tableFolder_, path)})
            if (const auto file = byPath_.find (text); file != byPath_.end ())
                return file->second;
        for (const auto& [names, text] : {std::pair (&byRelativePath_, std::string_view (path)),
                                          std::pair (&byName_, fileNameOf (path))})
            if (const auto file = names->find (text); file != names->end ())
                return file->second;
        return kNone;
    }

private:
    using Numbers = std::unordered_map<std::string_view, int>;

    static void enter (Numbers& numbers, std::string_view text, int number)
    {
        if (const auto [known, isNew] = numbers.try_emplace (text, number); ! isNew)
            known->second = kSeveral;
    }

    std::string tableFolder_;
    Numbers byPath_, byRelativePath_, byName_;
};

/** Columns that name files: the one of --columns path=NAME, or those with known names. */
std::vector<std::string> fileColumnsOf (const MarkTable& table, const InputOptions& options)
{
    constexpr auto known = std::to_array<std::string_view> (
        {"begin path", "begin file", "audio_file", "file", "filename", "path"});
    std::vector<std::string> columns;
    const auto add = [&] (std::string_view name)
    {
        for (const auto& column : table.furtherColumns ())
            if (asciiLowerCase (trimmed (column)) == asciiLowerCase (name))
                return columns.push_back (column);
    };
    if (! options.columns.path.empty ())
        add (options.columns.path);
    for (const auto name : known)
        if (options.columns.path.empty ())
            add (name);
    return columns;
}

/** The only file, or the file "call" of the table "call.txt" or "call.Table.1.selections.txt". */
int fileOfWholeTable (const std::vector<FoundFile>& files, const InputOptions& options)
{
    if (files.size () == 1)
        return 0;
    const auto tableName = fileNameOf (options.boxTable);
    int match = kNone;
    for (std::size_t i = 0; i < files.size (); ++i)
    {
        const auto name = fileNameOf (files[i].file.path);
        const auto stem = std::string (name.substr (0, name.rfind ('.'))) + '.';
        if (tableName.starts_with (stem))
            match = match == kNone ? static_cast<int> (i) : kSeveral;
    }
    return match;
}

/** Finds the file of each row, and warns of rows that are left out. */
class RowMatching
{
public:
    RowMatching (const MarkTable& table, const FoundFiles& found, const InputOptions& options)
        : table_ (table), found_ (found), options_ (options),
          columns_ (fileColumnsOf (table, options)),
          names_ (found.files, folderOf (tidyPath (options.boxTable)))
    {
    }

    /** Fills rows.ofFile and rows.warnings. Fails as boxRowsOf does. */
    Result<void> match ()
    {
        rows.ofFile.resize (found_.files.size ());
        wholeTable_ = columns_.empty () ? fileOfWholeTable (found_.files, options_) : kNone;
        if (columns_.empty () && wholeTable_ < 0)
            return faultOfBoxes (
                options_, "no column names the files (" +
                              (options_.columns.path.empty ()
                                   ? std::string ("Begin Path, Begin File, audio_file or file")
                                   : printable (options_.columns.path)) +
                              "), and there are " +
                              countText (static_cast<std::int64_t> (found_.files.size ()), "file") +
                              "; add the column Begin File, or give one file as INPUT");
        std::size_t numBoxes = 0;
        for (std::size_t row = 0; row < table_.size (); ++row)
            numBoxes += place (row) ? 1 : 0;
        if (numBoxes > 0)
        {
            warn (rows.warnings);
            return {};
        }
        const auto points =
            countText (numPoints_, "point, which has no length", "points, which have no length");
        if (unmatched_.count + shared_.count == 0)
            return faultOfBoxes (options_, "it has no box" +
                                               (numPoints_ > 0 ? ", only " + points : "") +
                                               "; mark times with a begin and an end");
        return faultOfBoxes (options_, "no box is of a file of the INPUTs; the first names " +
                                           (unmatched_.count > 0 ? unmatched_ : shared_).first +
                                           "; write its path relative to the INPUT");
    }

    BoxRows rows;

private:
    struct LeftOut
    {
        std::int64_t count = 0;
        std::string first; ///< "x.wav at 1.5 s"
    };

    void warn (std::vector<std::string>& warnings) const
    {
        const auto table = printable (options_.boxTable);
        if (numPoints_ > 0)
            warnings.push_back (countText (
                numPoints_, "mark of " + table + " is a point without length and is left out",
                "marks of " + table + " are points without length and are left out"));
        if (unmatched_.count > 0)
            warnings.push_back (countText (unmatched_.count,
                                           "box of " + table +
                                               " is of a file that no INPUT has, and is left out; "
                                               "it is of ",
                                           "boxes of " + table +
                                               " are of files that no INPUT has, and are left out; "
                                               "the first is of ") +
                                unmatched_.first);
        if (shared_.count > 0)
            warnings.push_back (
                countText (shared_.count,
                           "box of " + table + " matches several files and is left out; it is of ",
                           "boxes of " + table +
                               " match several files each and are left out; the first is of ") +
                shared_.first + ": write longer paths");
    }

    /** True if the row is a box of a file. */
    bool place (std::size_t row)
    {
        if (table_[row].isPoint ())
        {
            ++numPoints_;
            return false;
        }
        int file = wholeTable_;
        bool isShared = false;
        std::string name = "no file";
        for (std::size_t i = 0; i < columns_.size () && file < 0; ++i)
            if (auto text = table_.field (row, columns_[i]); ! text.empty ())
            {
                file = names_.fileOf (text);
                isShared = isShared || file == kSeveral;
                name = std::move (text);
            }
        if (file >= 0)
        {
            rows.ofFile[static_cast<std::size_t> (file)].push_back (row);
            return true;
        }
        LeftOut& leftOut = isShared ? shared_ : unmatched_;
        if (leftOut.count++ == 0)
            leftOut.first =
                printable (name) + " at " + writtenNumber (table_[row].beginSeconds) + " s";
        return false;
    }

    const MarkTable& table_;
    const FoundFiles& found_;
    const InputOptions& options_;
    const std::vector<std::string> columns_;
    const FileNames names_;
    int wholeTable_ = kNone;
    std::size_t numPoints_ = 0;
    LeftOut unmatched_, shared_;
};

} // namespace

Error faultOfBoxes (const InputOptions& options, const std::string& what)
{
    return {ErrorCode::badUsage, "--boxes " + printable (options.boxTable) + ": " + what, {}};
}

Result<BoxRows> boxRowsOf (const MarkTable& table, const FoundFiles& found,
                           const InputOptions& options)
{
    RowMatching matching (table, found, options);
    MELSTROM_TRY (matching.match ());
    return std::move (matching.rows);
}

} // namespace melstrom
