#include "Tests/Support/Documentation.h"

#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TestData.h"

#include <sstream>

namespace melstrom::testing
{

std::string documentation (const std::string& name)
{
    return bytesOfFile (testDataFolder () + "/../docs/" + name);
}

std::vector<std::string> fencedBlocks (const std::string& markdown, const std::string& language)
{
    std::vector<std::string> blocks;
    std::istringstream lines (markdown);
    bool isInside = false, isWanted = false;
    for (std::string line; std::getline (lines, line);)
        if (line.starts_with ("```"))
        {
            isWanted = ! isInside && line == "```" + language;
            isInside = ! isInside;
            if (isWanted)
                blocks.emplace_back ();
        }
        else if (isInside && isWanted)
            blocks.back () += line + "\n";
    return blocks;
}

std::vector<std::vector<std::string>> commandLines (const std::string& markdown)
{
    std::vector<std::vector<std::string>> commands;
    std::istringstream lines (markdown);
    for (std::string line; std::getline (lines, line);)
    {
        if (! line.starts_with ("    melstrom "))
            continue;
        std::istringstream words (line);
        std::vector<std::string> command;
        for (std::string word; words >> word;)
            command.push_back (word);
        command.erase (command.begin ());
        commands.push_back (std::move (command));
    }
    return commands;
}

} // namespace melstrom::testing
