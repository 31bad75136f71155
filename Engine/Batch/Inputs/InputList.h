// The files of a run, with their labels and splits. Order and result depend on names alone.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/FileFacts.h"
#include "Engine/Core/HeldText.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Entries of the inputs that were left out, counted by extension.
    Extensions in lower case without the dot, sorted by bytes, each with its number of files.
    Counted as "": names without an extension, extensions of more than 10 bytes, and extensions with
    a byte that is not an ASCII letter or digit, an underscore or a hyphen. Memory: 256 extensions
    at most; later ones count as "". */
class SkippedFiles
{
public:
    void add (std::string_view name, std::int64_t count = 1);
    const std::map<std::string, std::int64_t>& byExtension () const noexcept { return counts_; }
    std::int64_t total () const noexcept;
    bool operator== (const SkippedFiles&) const = default;

private:
    std::map<std::string, std::int64_t> counts_;
};

enum class SplitMode
{
    none,
    listed, ///< from lists, tables and patterns; no splits if these give none
    folders,
    ratio,  ///< divided when the usable files are known: see Dataset/PlanSteps.h
    stable, ///< likewise
    fold
};
enum class LabelMode
{
    none,
    folders,
    table
};

/** The columns of lists and tables, by their names in the heading; case does not count. */
struct TableColumns
{
    std::string path;                 ///< empty: "path"
    std::vector<std::string> labels;  ///< empty: every column "label"
    std::string split, fold, group;   ///< empty: the columns of these names, if present
    std::vector<std::string> targets; ///< numbers, per file; empty: none

    bool operator== (const TableColumns&) const = default;
};

/** The value of --split-by for the folder that holds a file. */
inline constexpr const char* kGroupsAreFolders = "folder";

/** The INPUT that names standard input. */
inline constexpr const char* kStandardInputName = "-";

struct InputOptions
{
    std::vector<std::string>
        inputs;                ///< folders (walked), files, .txt/.csv/.tsv lists, or "-" for a list
    std::string standardInput; ///< the text of "-", read already
    LabelMode labels = LabelMode::folders;
    /** LabelMode::table: a CSV or similar file of paths and facts about them */
    std::string labelTable;
    /** a table of marks (docs/marks.md); its boxes are the entries. Empty: files are */
    std::string boxTable;
    std::string labelPattern;         ///< as NamePattern::parse takes it; empty: none
    std::string labelSeparator = ";"; ///< between labels of one field; empty: a field is one label
    TableColumns columns;
    SplitMode splits = SplitMode::none;
    std::vector<double> ratios; ///< SplitMode::ratio, stable: training, validation, testing
    std::string testFold;       ///< SplitMode::fold
    std::string splitBy; ///< a column, a pattern's field or kGroupsAreFolders; empty: "group"
    std::string excludedFolder; ///< walks leave it out, whatever path leads to it; empty: none
};

/** The name of the column or pattern field that gives a file's group. */
std::string groupNameOf (const InputOptions& options);

/** The three parts of a dataset, in this order everywhere. */
inline constexpr const char* kSplitNames[] = {"TRAINING", "VALIDATION", "TESTING"};

/** Separates several labels of one file, in lists and in files.csv. */
inline constexpr char kLabelJoint = ';';

struct InputFile
{
    [[no_unique_address]] HeldText path; ///< of the file, with the times of a box (`pathOfBox`)
    std::uint32_t relativeAt = 0; ///< index in `path` of the part that is relative to the INPUT
    FileFacts facts;              ///< labels: index into Annotations::labelSets
    int split = 0;                ///< index into kSplitNames; 0 without splits

    /** Identifies the entry, however its INPUT was named: seeds dither, ranks files for splits. */
    std::string_view relativePath () const { return std::string_view (path).substr (relativeAt); }
    /** The path that is opened. */
    std::string_view soundPath () const { return pathOfSound (path, facts); }
};

/** The names behind the numbers in a file's facts. */
struct Annotations
{
    /** Ids of labels, each once, at least one; in the order in which they were listed. */
    std::vector<std::vector<int>> labelSets;
    std::vector<std::string> folds, groups;
    std::vector<std::string> targetNames;
    std::vector<float> targets; ///< (rows, targetNames), NaN: not given
    std::vector<Box> boxes;     ///< empty: the entries are whole files

    bool hasSeveralLabels () const; ///< true if any file has
    bool hasTargets () const noexcept { return ! targetNames.empty (); }
};

struct InputList
{
    std::vector<InputFile> files; ///< sorted by path bytes (members of a tar by place), each once
    std::vector<std::string> labels; ///< sorted by bytes; a label's id is its index here
    Annotations notes;
    bool hasSplits = false;
    SkippedFiles skipped; ///< entries of folders that were left out
    std::vector<std::string> warnings;
};

/** Walks folders: hidden entries too, links to files but not to folders; loops are cut. Keeps names
    that look like audio (`looksLikeAudio`) and counts the others by extension. A file that is named
    directly or in a list is taken under any name. A list's relative paths are relative to the
    list's folder, those of "-" to the current folder. Entries that cannot be read (a dangling link,
    a FIFO named .wav, a folder below an INPUT that cannot be listed) are taken as files, so that
    reading reports them.
    A file reached in several ways is taken once, as the first INPUT that names it says. Folders are
    identified by device and inode, files by their folder and name: two links to one file are two
    files.
    Lists and tables: as readPathTable. Facts from a list win over all other facts.
    The path relative to the INPUT: below a folder, the part behind the folder; for a file that is
    an INPUT, its name; in a list, the path as listed.
    LabelMode::folders: the label is the folder that holds the file; with SplitMode::folders the
    first folder below the split's; empty for files directly in an INPUT folder.
    LabelMode::table: a line is for the file that its path names, as it stands or relative to the
    table's folder. Otherwise it is for the one file whose path ends with it, in whole components,
    with or without the file's extension. Files without a line get a warning that counts them.
    labelPattern: matches the file's name, or the relative path if the pattern contains "/". Its
    fields label, split, fold and group (or splitBy) give the file's facts. Files without a match
    get a warning that counts them.
    SplitMode::folders: the first path component below the INPUT folder, if it begins, in any case,
    with train, with val or dev, or with test. Other files are training, with a warning, and their
    label is the folder that holds them.
    SplitMode::fold: files of testFold are for testing, the others for training.
    SplitMode::ratio, stable: no split is set here.
    boxTable: each box of a file is an entry, as cutBoxes describes. The other facts of the file are
    those of all its boxes.
    Fails: nothingFound (names the inputs), fileMissing, permissionDenied, badUsage (a malformed
    list with its line, one path with two labels, impossible ratios, a column, field or fold that is
    nowhere), readFailed. */
Result<InputList> collectInputs (Storage& storage, const InputOptions& options);

/** Lists with other files, labels or splits have other hashes. */
std::uint64_t hashOf (const InputList& list);

} // namespace melstrom
