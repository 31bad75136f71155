// The table of docs/presets.md that says what each preset does to a file at another rate.
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Documentation.h"

#include <algorithm>
#include <sstream>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** Texts between two backquotes. */
std::vector<std::string> quotedWords (const std::string& text)
{
    std::vector<std::string> words;
    for (auto at = text.find ('`'); at != std::string::npos;)
    {
        const auto end = text.find ('`', at + 1);
        words.push_back (text.substr (at + 1, end - at - 1));
        at = text.find ('`', end + 1);
    }
    return words;
}

bool matches (const std::string& pattern, const std::string& name)
{
    return pattern.ends_with ('*') ? name.starts_with (pattern.substr (0, pattern.size () - 1))
                                   : pattern == name;
}

struct Row
{
    std::vector<std::string> patterns, taken;

    bool names (const std::string& preset) const
    {
        return std::ranges::any_of (patterns, [&] (const std::string& pattern)
                                    { return matches (pattern, preset); });
    }
};

/** Words of the first column in parentheses are no presets. */
std::vector<Row> documentedRows ()
{
    const auto text = documentation ("presets.md");
    std::istringstream lines (text.substr (text.find ("| Presets | take |")));
    std::vector<Row> rows;
    std::string line;
    std::getline (lines, line); // heading
    std::getline (lines, line); // rule
    while (std::getline (lines, line) && line.starts_with ("| "))
    {
        const auto second = line.find (" | ") + 3, third = line.find (" | ", second);
        rows.push_back ({quotedWords (line.substr (0, std::min (second, line.find (" (")))),
                         quotedWords (line.substr (second, third - second))});
    }
    return rows;
}

/** The value of a choice, without quotes. */
std::string valueOf (const char* key, const MelSpec& spec)
{
    const auto written = findSpecKey (key)->write (spec);
    return written.substr (1, written.size () - 2);
}

} // namespace

TEST_CASE ("the docs name the resampler and loader of every preset that equals a tool", "[docs]")
{
    const auto rows = documentedRows ();
    REQUIRE (rows.size () > 5);
    for (const auto& preset : builtInPresets ())
    {
        INFO (preset.name);
        CHECK (std::ranges::count_if (rows, [&] (const Row& row)
                                      { return row.names (preset.name); }) == 1);
        const auto row = std::ranges::find_if (rows, [&] (const Row& candidate)
                                               { return candidate.names (preset.name); });
        if (row == rows.end ())
            continue;
        std::vector<std::string> taken {valueOf ("resampler", preset.spec)};
        if (preset.spec.loader != Loader::plain)
            taken.push_back (valueOf ("loader", preset.spec));
        CHECK (row->taken == taken);
    }
}
