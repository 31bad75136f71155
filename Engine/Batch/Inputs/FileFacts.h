// Facts about a file, besides its place, from lists, tables, folders and patterns.
#pragma once

#include "Engine/Batch/Audio/Box.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace melstrom
{

/** Facts about one file: numbers of names in FactNames; -1: not given. */
struct FileFacts
{
    int labels = -1; ///< a set of labels
    int split = -1;  ///< index into kSplitNames
    int fold = -1;
    int group = -1;
    int targets = -1; ///< row of the targets
    int box = -1;     ///< the part of the recording that is the entry; -1: all of the file
};

/** The path of the file that is opened for an entry: without the times, if the entry is a box. */
inline std::string_view pathOfSound (std::string_view path, const FileFacts& facts) noexcept
{
    return facts.box < 0 ? path : soundPathOf (path);
}

/** Texts, each stored once, numbered from 0 in the order of their first mention. Thread: one. */
class NameTable
{
public:
    /** -1 for "", which names nothing. */
    int numberOf (std::string_view name);

    bool isOther (int number, std::string_view name) const
    {
        return number >= 0 && ! name.empty () && (*this)[number] != name;
    }

    const std::string& operator[] (int number) const
    {
        return names_[static_cast<std::size_t> (number)];
    }
    std::size_t size () const noexcept { return names_.size (); }

private:
    std::deque<std::string> names_; ///< elements never move
    std::unordered_map<std::string_view, int> numbers_;
    int last_ = -1; ///< the last number given; files of one folder share a label
};

/** Facts from one row of a list or table. */
struct RowFacts
{
    std::string labels; ///< several with a NUL between; empty: none
    int split = -1;     ///< index into kSplitNames; -1: not given
    std::string fold, group;
    std::vector<float> targets; ///< NaN: not given; empty: no columns of targets
};

/** The names behind the numbers in FileFacts. */
struct FactNames
{
    NameTable labelSets; ///< labels of one file, a NUL between
    NameTable folds, groups;
    std::vector<float> targets; ///< rows, each with one value per column of targets

    /** Adds the facts that `facts` lacks. If row and facts contradict each other, adds nothing and
        returns the contradiction, such as "is labelled cat here and dog before", escaped for
        printing. Otherwise returns an empty text. */
    std::string add (const RowFacts& row, FileFacts& facts);

    /** The same, but facts that are there already win. */
    void addUnsaid (const RowFacts& row, FileFacts& facts);

private:
    std::string contradiction (const RowFacts& row, const FileFacts& facts) const;
};

/** Adds a label to RowFacts::labels, unless it is "" or there already. */
void addLabel (std::string& labels, std::string_view label);
/** Adds each label of a field, without the spaces around it.
    separator   between labels; empty: the field is one label */
void addLabels (std::string& labels, std::string_view field, const std::string& separator);

/** "cat;dog": labels with a NUL between, as text for people. */
std::string joinedLabels (std::string_view labels);

} // namespace melstrom
