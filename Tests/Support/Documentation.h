// What stands in the documents: fenced blocks and commands, so that tests can try them.
#pragma once

#include <string>
#include <vector>

namespace melstrom::testing
{

/** README.md, CONTRIBUTING.md and docs/NAME.md for each that is there, in order of names. */
std::vector<std::string> documentNames ();

/** The text of docs/`name`, or of a name of `documentNames`; throws std::runtime_error when it is not there. */
std::string documentation (const std::string& name);

/** The contents of the blocks that open with ```language, in order. */
std::vector<std::string> fencedBlocks (const std::string& markdown, const std::string& language);

/** A command that a document shows, cut into words at spaces that are not in double quotes. */
struct DocumentedCommand
{
    /** "melstrom", also where scripts/run or build/bin/melstrom stands; else a script */
    std::string program;
    std::vector<std::string> words; ///< what follows
    /** of its own, to be pasted; else part of a sentence, perhaps with a "..." */
    bool isLine = false;
};

/** Lines that are indented by four spaces, and code within sentences that has an option, where the first word is
    melstrom, build/bin/melstrom, or a file of scripts/ or Tests/. */
std::vector<DocumentedCommand> documentedCommands (const std::string& markdown);

} // namespace melstrom::testing
