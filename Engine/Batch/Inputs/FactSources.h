// Sources of facts about files, in the order in which `collectInputs` asks them, then groups and
// splits. A source adds only facts that a file lacks.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

class MarkTable;

/** --labels FILE: adds facts from options.labelTable, as `collectInputs` describes for
    LabelMode::table. Appends warnings. Fails: as readPathTable; badUsage with the line if two lines
    contradict each other about one path. */
Result<void> applyTable (Storage& storage, FolderTable& folders, FoundFiles& found,
                         const InputOptions& options);

/** --label-pattern: adds facts that options.labelPattern finds in a file's path. Appends warnings
    that count files without a match, and unknown split names (they count as training). Fails: badUsage
    for an invalid pattern, and for one of which no field is used. */
Result<void> applyPattern (FoundFiles& found, const InputOptions& options);

/** WebDataset: labels each member of a tar with the text of the key.cls beside it, or else with the
    value of "label", or else "cls", in key.json: a text or a whole number. key is the member's path
    without its last ending, or else up to the first dot of its name. key.txt is not used: it holds
    spoken text. Not used, and counted in a warning: a .cls of more than 4 KiB or of several lines,
    a .json of more than 1 MiB or that is not JSON. */
void labelByTars (Storage& storage, FoundFiles& found);

/** LabelMode::folders: sets the labels of files that have none, as `collectInputs` describes,
    unless a pattern gives labels. LabelMode::none: removes all labels. LabelMode::table: see
    applyTable. */
void applyFolderLabels (FoundFiles& found, const InputOptions& options);

/** The split of a name that begins, in any case, with train, with val or dev, or with test: an
    index into kSplitNames. Otherwise empty. */
std::optional<int> splitNamed (std::string_view name);

/** splitNamed of the first path component if that is a folder. Otherwise empty. */
std::optional<int> splitOfFolders (std::string_view relativePath);

/** If options.splitBy asks for folders, sets each file's group to the folder that holds it,
    relative to the INPUT; files directly in the INPUT get no group. If a ratio divides the files,
    appends a warning that counts files without a group, from any source of groups. Fails: badUsage
    if nothing has the requested groups. */
Result<void> applyGroups (FoundFiles& found, const InputOptions& options);

/** The result of --duplicates that options.splitBy names: of "duplicates=FILE" the FILE, of
    "duplicates" the file duplicates.json in options.excludedFolder, which is the output folder.
    Empty: splitBy asks for other groups. */
std::optional<std::string> duplicatesFileOf (const InputOptions& options);

/** Gives files that duplicateSets connects one group, named by the relative path of the first of
    them. A file's place is its folder and name, whatever path leads to the folder. Appends the
    warning of duplicateSets. Fails: as duplicateSets. */
Result<void> groupByDuplicates (Storage& storage, FolderTable& folders, FoundFiles& found,
                                const std::string& resultPath);

/** Sets every file's split as `collectInputs` describes, and returns whether there are splits.
    Appends warnings. Fails: badUsage for impossible ratios and for a fold without files. */
Result<bool> applySplits (FoundFiles& found, const InputOptions& options);

/** Replaces the files by the boxes that options.boxTable marks in them, in the order of the files
    and of the times. A row names its file in a column: the path, as it stands, relative to the
    table's folder or relative to the INPUT, or else its name, if one file alone has this name. A
    table without such a column is for the only file, or for the file whose name begins the table's
    name. Times of Raven's sounds of several files are moved by "File Offset (s)". Labels are those
    of the boxes, unless LabelMode::none; other facts stay. Warns of points,
    of boxes without a file, and of files without a box; all of these are left out.
    Fails: badUsage (the table cannot be read, see MarkTable::parse; no box has a file; a member of
    a tar; labels from elsewhere; columns that no list has). */
Result<void> cutBoxes (Storage& storage, FoundFiles& found, const InputOptions& options);

/** The rows of a table of marks that are boxes, by file. */
struct BoxRows
{
    std::vector<std::vector<std::size_t>> ofFile; ///< rows that are boxes of this file, in order
    std::vector<std::string> warnings;            ///< of rows that are left out
};

/** Finds the file of each box, as cutBoxes describes. Fails: badUsage (no column names the files of
    several; no box has a file). */
Result<BoxRows> boxRowsOf (const MarkTable& table, const FoundFiles& found,
                           const InputOptions& options);

/** "--boxes TABLE: what" */
Error faultOfBoxes (const InputOptions& options, const std::string& what);

} // namespace melstrom
