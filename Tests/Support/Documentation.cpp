#include "Tests/Support/Documentation.h"

#include "Tests/Support/TestData.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace melstrom::testing
{

std::string documentation (const std::string& name)
{
    const std::string path = testDataFolder () + "/../docs/" + name;
    std::ifstream file (path, std::ios::binary);
    if (! file)
        throw std::runtime_error (path + " cannot be read");
    return {std::istreambuf_iterator<char> (file), {}};
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
