#include "Tests/Support/Documentation.h"

#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TestData.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string_view>

namespace melstrom::testing
{

namespace
{
const std::array<const char*, 2> kFrontDocuments {"README.md", "CONTRIBUTING.md"};

std::string sourceFolder ()
{
    return testDataFolder () + "/../";
}

/** The texts between single backticks. */
std::vector<std::string> codeWithin (const std::string& line)
{
    std::vector<std::string> pieces;
    for (auto begin = line.find ('`'); begin != std::string::npos;)
    {
        const auto end = line.find ('`', begin + 1);
        if (end == std::string::npos)
            break;
        pieces.push_back (line.substr (begin + 1, end - begin - 1));
        begin = line.find ('`', end + 1);
    }
    return pieces;
}

std::optional<DocumentedCommand> commandOf (const std::string& text, bool isLine)
{
    std::istringstream stream (text);
    DocumentedCommand command;
    command.isLine = isLine;
    stream >> command.program;
    if (command.program == "scripts/run" || command.program == "build/bin/melstrom")
        command.program = "melstrom";
    const bool isScript =
        command.program.starts_with ("scripts/") || command.program == ".ci/run" ||
        (command.program.starts_with ("Tests/") && command.program.ends_with (".py"));
    if (command.program != "melstrom" && ! isScript)
        return std::nullopt;
    for (std::string word; stream >> std::quoted (word);)
        command.words.push_back (word);
    return command;
}
} // namespace

std::vector<std::string> documentNames ()
{
    std::vector<std::string> names (kFrontDocuments.begin (), kFrontDocuments.end ());
    for (const auto& entry : std::filesystem::directory_iterator (sourceFolder () + "docs"))
        if (entry.path ().extension () == ".md")
            names.push_back (entry.path ().filename ().string ());
    std::ranges::sort (names);
    return names;
}

std::string documentation (const std::string& name)
{
    const bool isInFront =
        std::ranges::find (kFrontDocuments, std::string_view (name)) != kFrontDocuments.end ();
    return bytesOfFile (sourceFolder () + (isInFront ? "" : "docs/") + name);
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

std::vector<DocumentedCommand> documentedCommands (const std::string& markdown)
{
    std::vector<DocumentedCommand> commands;
    const auto add = [&commands] (const std::string& text, bool isLine)
    {
        if (auto command = commandOf (text, isLine))
            commands.push_back (std::move (*command));
    };
    std::istringstream lines (markdown);
    for (std::string line, rest; std::getline (lines, line);)
        if (line.starts_with ("    "))
        {
            for (; line.ends_with (" \\") && std::getline (lines, rest); line += rest)
                line.pop_back ();
            add (line, true);
        }
        else
            for (const std::string& code : codeWithin (line))
                if (code.find (" --") != std::string::npos)
                    add (code, false);
    return commands;
}

} // namespace melstrom::testing
