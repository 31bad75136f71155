// The guard rejects texts that would overload the TOML parser, before it reads them.
#include "Engine/Spec/Text/TomlText.h"
#include "Tests/Support/Catch.h"

#include <vector>

using namespace melstrom;

namespace
{
std::string repeated (const std::string& part, int count)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += part;
    return out;
}
} // namespace

TEST_CASE ("brackets and dots in texts and comments and numbers are no nesting", "[spec][fault]")
{
    const auto passes = [] (const std::string& text) { return checkTomlText (text, "x").ok (); };
    CHECK (passes ("a = \"" + repeated ("[{.", 1000) + "\""));
    CHECK (passes ("a = '" + repeated ("[{.", 1000) + "'"));
    CHECK (passes ("a = '''\n" + repeated ("[{.''\n", 1000) + "'''"));
    CHECK (passes ("a = \"\"\"\n" + repeated ("[{.\\\"\"\n", 1000) + "\"\"\"\"\"\nb = 1"));
    CHECK (passes ("a = 1 # " + repeated ("[{.", 1000)));
    CHECK (passes ("a = [" + repeated ("0.5, ", 1000) + "]"));
    CHECK (passes (repeated ("[a.b]\n[[c.d]]\n", 1000)));
    CHECK (passes ("a = [[[[[[[[1]]]]]]]]"));
    CHECK_FALSE (passes ("a = \"\"\"\"\"\"\nb" + repeated (".b", 100) + " = 1"));
    CHECK_FALSE (passes ("a = \"\\\"\"\nb" + repeated (".b", 100) + " = 1"));
    CHECK_FALSE (passes ("a = '\\'\nb" + repeated (".b", 100) + " = 1"));
    const auto refused =
        checkTomlText ("a = 1\nb = 2\nc" + repeated (".c", 100) + " = 3", "x.toml");
    REQUIRE_FALSE (refused.ok ());
    CHECK (refused.error ().message == "x.toml:3: nested too deep; at most 16 levels are allowed");
}

TEST_CASE ("what is not ASCII stands in quotes and comments", "[spec][fault]")
{
    const std::string wave = "\xe6\xb3\xa2";
    const auto passes = [] (const std::string& text) { return checkTomlText (text, "x").ok (); };
    CHECK (passes ("\xef\xbb\xbf"
                   "a = \"" +
                   wave + "\" # " + wave + "\nb = '" + wave + "'\nc = \"\"\"" + wave +
                   "\n\"\"\"\n'" + wave + "' = 1"));
    const std::vector<std::string> texts {wave + " = 1",
                                          "a = " + wave,
                                          "a = 1 " + wave,
                                          "[" + wave + "]",
                                          "a = [" + wave + "]",
                                          "a = 'b' \xc3\xa9",
                                          "\n\xef\xbb\xbf"
                                          "a = 1",
                                          "a\xff = 1"};
    for (const auto& text : texts)
    {
        INFO (text);
        CHECK_FALSE (passes (text));
    }
    const auto refused = checkTomlText ("a = 1\nb = " + wave, "x.toml");
    REQUIRE_FALSE (refused.ok ());
    CHECK (refused.error ().message ==
           "x.toml:2: a character that is not ASCII must stand in quotes");
}
