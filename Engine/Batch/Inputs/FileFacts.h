// What lists, tables, folders and patterns say of a file besides where it lies.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace melstrom
{

/** Of one file. Numbers of names in FactNames; -1 where nothing was said. */
struct FileFacts
{
    int labels = -1; ///< a set of labels
    int split = -1;  ///< index into kSplitNames
    int fold = -1;
    int group = -1;
    int targets = -1; ///< row of the targets
};

/** Texts, each once, numbered from 0 in the order of their first mention. Thread: one. */
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

    /** which stay where they are */
private:
    std::deque<std::string> names_;
    std::unordered_map<std::string_view, int> numbers_;
    int last_ = -1; ///< files of one folder have one label
};

/** What one row of a list or table says. */
struct RowFacts
{
    std::string labels; ///< several with a NUL between; empty: none
    int split = -1;     ///< index into kSplitNames; -1: nothing was said
    std::string fold, group;
    std::vector<float> targets; ///< NaN where nothing was said; empty: no columns of targets
};

/** The names that FileFacts counts. */
struct FactNames
{
    NameTable labelSets; ///< labels of one file, a NUL between
    NameTable folds, groups;
    std::vector<float> targets; ///< rows of as many as there are columns of targets

    /** Adds to `facts` what they lack. Returns what row and facts contradict each other in, such as
        "is labelled cat here and dog before", escaped for printing, and then adds nothing; empty
        where they do not. */
    std::string add (const RowFacts& row, FileFacts& facts);

    /** The same where what is there already wins. */
    void addUnsaid (const RowFacts& row, FileFacts& facts);

private:
    std::string contradiction (const RowFacts& row, const FileFacts& facts) const;
};

/** Adds a label to those of RowFacts, unless it is "" or there already. */
void addLabel (std::string& labels, std::string_view label);

/** "cat;dog": labels with a NUL between as people read them. */
std::string joinedLabels (std::string_view labels);

} // namespace melstrom
