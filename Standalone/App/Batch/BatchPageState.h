// The choices of the batch page, and their command line.
#pragma once

#include <juce_data_structures/juce_data_structures.h>

#include <string>
#include <vector>

namespace melstrom
{

enum class BatchTask
{
    dryRun,
    build, ///< begins, or goes on with an unfinished run
    listOverwritten,
    overwrite,
    verify
};

/** Plain data. Texts are the values of the options of `melstrom --batch`, unchecked; empty: the
    option is not given. Paths may be relative to the working folder. */
struct BatchPageState
{
    juce::StringArray inputs; ///< folders, files, tars, lists
    juce::String outputFolder;
    juce::String preset; ///< a name, or the path of a TOML file
    juce::String format, type, split, backend, threads;
    juce::String labels; ///< "none", the path of a table, or empty: names of folders

    bool operator== (const BatchPageState&) const = default;

    juce::ValueTree tree () const;
    /** A missing or damaged property is empty. */
    static BatchPageState from (const juce::ValueTree& tree);
};

/** What follows the program's name. Paths are absolute, so that no input is taken for an option or
    for standard input. Checks nothing: parseCommandLine does. */
std::vector<std::string> batchArguments (const BatchPageState& state, BatchTask task);

/** The command for a POSIX shell, in one line. */
std::string shellCommand (const std::vector<std::string>& arguments);

/** The full path of a name in the working folder, of "~/..." or of an absolute path; empty for an
    empty text. */
juce::String fullPath (const juce::String& path);

} // namespace melstrom
