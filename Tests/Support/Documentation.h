// Fenced blocks and commands of the documents, for tests that run them.
#pragma once

#include <string>
#include <vector>

namespace melstrom::testing
{

/** README.md, CONTRIBUTING.md and docs/NAME.md for each existing file, sorted by name. */
std::vector<std::string> documentNames ();

/** The text of docs/`name`, or of a name of `documentNames`. Throws std::runtime_error if the file
    is missing. */
std::string documentation (const std::string& name);

/** The contents of the blocks that open with ```language, in order. */
std::vector<std::string> fencedBlocks (const std::string& markdown, const std::string& language);

/** A command in a document, cut into words at spaces outside of double quotes. */
struct DocumentedCommand
{
    /** "melstrom", also for scripts/run and build/bin/melstrom; else a script */
    std::string program;
    std::vector<std::string> words; ///< the words behind the program
    /** true: a line of its own, to be pasted; false: part of a sentence, perhaps with a "..." */
    bool isLine = false;
};

/** Lines with an indent of four spaces, and code with an option within sentences. The first word is
    melstrom, build/bin/melstrom, or a file of scripts/ or Tests/. */
std::vector<DocumentedCommand> documentedCommands (const std::string& markdown);

} // namespace melstrom::testing
