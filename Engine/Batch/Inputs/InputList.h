// Which files a run takes, with their labels and splits. Order and result depend on names alone.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>
#include <vector>

namespace melstrom
{

enum class SplitMode
{
    none,
    folders,
    ratio
};
enum class LabelMode
{
    none,
    folders,
    table
};

struct InputOptions
{
    std::vector<std::string>
        inputs; ///< folders (walked), files, or .txt/.csv lists of path[,label]
    LabelMode labels = LabelMode::folders;
    std::string labelTable; ///< LabelMode::table: a CSV of path,label
    SplitMode splits = SplitMode::none;
    std::vector<double> ratios; ///< SplitMode::ratio: training, validation, testing
    std::string excludedFolder; ///< walks leave it out, by whatever path they meet it; empty: none
};

/** The three parts of a dataset, in this order everywhere. */
inline constexpr const char* kSplitNames[] = {"TRAINING", "VALIDATION", "TESTING"};

struct InputFile
{
    std::string path;  ///< as it will be opened
    std::string label; ///< empty: none
    int split = 0;     ///< index into kSplitNames; 0 without splits
};

struct InputList
{
    std::vector<InputFile> files; ///< sorted by path bytes (members of a tar by place), each once
    std::vector<std::string> labels; ///< sorted by bytes; a file's label id is its index here
    std::vector<std::string> warnings;
};

/** Walks folders (hidden entries too; links to files followed, links to folders not; loops cut),
    keeps names that look like audio (wav, wave, rf64, w64, flac, ogg, oga, opus, mp3, aif, aiff,
    aifc, au, snd, caf; any case), takes a file named directly or in a list whatever its name. A
    list's relative paths are relative to the list's folder. What cannot be read at all (a dangling
    link, a FIFO named .wav, a folder below an INPUT that cannot be listed) is taken as a file, so
    that reading reports it.
    A file reached in several ways is taken once, as the first INPUT that names it says. Folders are
    told apart by what they are, files by their folder and name: two links to one file are two.
    Lists and tables: one or two columns, or any columns under a first row that has one named "path"
    (and one "label").
    LabelMode::folders: the folder that holds the file; with SplitMode::folders the first folder
    below the split's; empty for files directly in an INPUT folder. A label in a list wins.
    LabelMode::table: paths as listed or relative to the table's folder; a file with no line has no
    label, with a warning that counts them.
    SplitMode::folders: the first path component below the INPUT folder, if it begins, in any case,
    with train, with val or dev, or with test; others are training with a warning, and their label
    is the folder that holds them.
    SplitMode::ratio: within each label, files ordered by a hash of their path relative to the INPUT
    (a listed path as it is listed) are cut in the ratio, rounded to whole files by largest
    remainder.
    Fails: nothingFound (names what was looked at), fileMissing, permissionDenied, badUsage (a
    malformed list with its line, one path with two labels, impossible ratios), readFailed. */
Result<InputList> collectInputs (Storage& storage, const InputOptions& options);

} // namespace melstrom
