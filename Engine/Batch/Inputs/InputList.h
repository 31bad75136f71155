// Which files a run takes, with their labels and splits. Order and result depend on names alone.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/FileFacts.h"
#include "Engine/Batch/Inputs/SkippedFiles.h"
#include "Engine/Core/HeldText.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

enum class SplitMode
{
    none,
    listed, ///< as lists, tables and patterns say; none where they say nothing
    folders,
    ratio,  ///< divided once it is known which files can be used: see Dataset/PlanSplits.h
    stable, ///< likewise
    fold
};
enum class LabelMode
{
    none,
    folders,
    table
};

/** Which columns of lists and tables say what, by their names in the heading; case does not count.
 */
struct TableColumns
{
    std::string path;                 ///< empty: "path"
    std::vector<std::string> labels;  ///< empty: every column "label" there is
    std::string split, fold, group;   ///< empty: the columns of these names, if they are there
    std::vector<std::string> targets; ///< numbers a file; empty: none

    bool operator== (const TableColumns&) const = default;
};

/** How --split-by asks for the folder that holds a file. */
inline constexpr const char* kGroupsAreFolders = "folder";

/** How standard input is named among the inputs. */
inline constexpr const char* kStandardInputName = "-";

struct InputOptions
{
    std::vector<std::string>
        inputs;                ///< folders (walked), files, .txt/.csv/.tsv lists, or "-" for a list
    std::string standardInput; ///< what "-" stands for, read already
    LabelMode labels = LabelMode::folders;
    /** LabelMode::table: a CSV or the like of paths and what is said of them */
    std::string labelTable;
    std::string labelPattern;         ///< as NamePattern::parse takes it; empty: none
    std::string labelSeparator = ";"; ///< between labels of one field; empty: a field is one label
    TableColumns columns;
    SplitMode splits = SplitMode::none;
    std::vector<double> ratios; ///< SplitMode::ratio, stable: training, validation, testing
    std::string testFold;       ///< SplitMode::fold
    std::string splitBy; ///< a column, a pattern's field or kGroupsAreFolders; empty: "group"
    std::string excludedFolder; ///< walks leave it out, by whatever path they meet it; empty: none
};

/** What a column or a field of a pattern is called that says the group of a file. */
std::string groupNameOf (const InputOptions& options);

/** The three parts of a dataset, in this order everywhere. */
inline constexpr const char* kSplitNames[] = {"TRAINING", "VALIDATION", "TESTING"};

/** Between several labels of one file, in lists and in files.csv. */
inline constexpr char kLabelJoint = ';';

struct InputFile
{
    [[no_unique_address]] HeldText path; ///< as it will be opened
    std::uint32_t relativeAt = 0; ///< where in it the part begins that is relative to the INPUT
    FileFacts facts;              ///< labels: index into Annotations::labelSets
    int split = 0;                ///< index into kSplitNames; 0 without splits

    /** Says which file it is, however its INPUT was named: seeds dither, ranks files for splits. */
    std::string_view relativePath () const { return std::string_view (path).substr (relativeAt); }
};

/** The names that a file's facts count. */
struct Annotations
{
    /** Ids of labels; in the order in which they were listed, each once, at least one. */
    std::vector<std::vector<int>> labelSets;
    std::vector<std::string> folds, groups;
    std::vector<std::string> targetNames;
    std::vector<float> targets; ///< (rows, targetNames), NaN where nothing was said

    bool hasSeveralLabels () const; ///< some file has
    bool hasTargets () const noexcept { return ! targetNames.empty (); }
};

struct InputList
{
    std::vector<InputFile> files; ///< sorted by path bytes (members of a tar by place), each once
    std::vector<std::string> labels; ///< sorted by bytes; a label's id is its index here
    Annotations notes;
    bool hasSplits = false;
    SkippedFiles skipped; ///< what lies in folders and was left out
    std::vector<std::string> warnings;
};

/** Walks folders (hidden entries too; links to files followed, links to folders not; loops cut),
    keeps names that look like audio (`looksLikeAudio`), counts the others by extension, takes a file
    named directly or in a list whatever its name. A list's relative paths are relative to the list's
    folder, those of "-" to the current folder. What cannot be read at all (a dangling link, a FIFO
    named .wav, a folder below an INPUT that cannot be listed) is taken as a file, so that reading
    reports it.
    A file reached in several ways is taken once, as the first INPUT that names it says. Folders are
    told apart by what they are, files by their folder and name: two links to one file are two.
    Lists and tables: as readPathTable. What a list says of a file wins over all else.
    Relative to the INPUT: below a folder, what follows it; a file that is an INPUT, its name; in a
    list, the path as it is listed.
    LabelMode::folders: the folder that holds the file; with SplitMode::folders the first folder
    below the split's; empty for files directly in an INPUT folder.
    LabelMode::table: a line is for the file that its path names, as it stands or relative to the
    table's folder; else for the one file whose path ends with it, in whole components, with or
    without the file's extension. Files without a line get a warning that counts them.
    labelPattern: matches the file's name, or the relative path if it contains "/"; its fields label,
    split, fold and group (or splitBy) say so of the file. No match is a warning with a count.
    SplitMode::folders: the first path component below the INPUT folder, if it begins, in any case,
    with train, with val or dev, or with test; others are training with a warning, and their label
    is the folder that holds them.
    SplitMode::fold: files of testFold are for testing, the others for training.
    SplitMode::ratio, stable: no split is set here.
    Fails: nothingFound (names what was looked at), fileMissing, permissionDenied, badUsage (a
    malformed list with its line, one path with two labels, impossible ratios, a column, field or
    fold that is nowhere), readFailed. */
Result<InputList> collectInputs (Storage& storage, const InputOptions& options);

/** Differs between lists of other files, labels or splits. */
std::uint64_t hashOf (const InputList& list);

} // namespace melstrom
