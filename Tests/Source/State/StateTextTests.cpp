// Names in a state load unchanged with any characters, up to a limit of length.
#include "Engine/Spec/Patch/PatchRepair.h"
#include "Tests/Support/Patches/StateSamples.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::string nameThatComesBack (const std::string& name)
{
    PluginState state;
    state.patch.name = name;
    return savedAndLoaded (state).patch.name;
}

/** The character in UTF-8. Source: RFC 3629 */
std::string characterOf (char32_t code)
{
    const auto tail = [code] (int shift)
    { return static_cast<char> (0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80)
        return {static_cast<char> (code)};
    if (code < 0x800)
        return {static_cast<char> (0xc0 | code >> 6), tail (0)};
    if (code < 0x10000)
        return {static_cast<char> (0xe0 | code >> 12), tail (6), tail (0)};
    return {static_cast<char> (0xf0 | code >> 18), tail (12), tail (6), tail (0)};
}
} // namespace

TEST_CASE ("names come back whatever characters they have", "[state]")
{
    for (const std::string name :
         {"", "\"", "\\", "'''", "\"\"\"", "a\nb\r\nc\td", "\\u0041", "# no comment", "= [x]",
          "\x7f\x1b[31m", " blanks ", "\xef\xbb\xbf mark"})
        CHECK (nameThatComesBack (name) == name);
    const std::string withZero ("a\0b", 3);
    CHECK (nameThatComesBack (withZero) == withZero);
    std::string all;
    for (char32_t code = 0; code <= 0x10ffff; ++code)
    {
        if (code >= 0xd800 && code < 0xe000) // surrogates are no characters
            continue;
        all += characterOf (code);
        if (all.size () < 16000 && code != 0x10ffff)
            continue;
        INFO ("up to " << static_cast<unsigned> (code));
        CHECK (nameThatComesBack (all) == all);
        all.clear ();
    }
}

TEST_CASE ("bytes that are no UTF-8 become the character that stands for them", "[state]")
{
    const std::string unknown = "\xef\xbf\xbd";
    CHECK (nameThatComesBack ("a\xff"
                              "b") == "a" + unknown + "b");
    CHECK (nameThatComesBack ("\xc3") == unknown);
    CHECK (nameThatComesBack ("\xe6\xb3") == unknown + unknown);
    CHECK (nameThatComesBack ("\xc0\xaf") == unknown + unknown);               // overlong
    CHECK (nameThatComesBack ("\xed\xa0\x80") == unknown + unknown + unknown); // a surrogate
    CHECK (nameThatComesBack ("\xf4\x90\x80\x80") ==
           unknown + unknown + unknown + unknown); // above U+10FFFF
    PluginState state;
    state.patch.tags = {"\xff"};
    state.patch.description = "\x80";
    CHECK (savedAndLoaded (state).patch.tags == std::vector {unknown});
    CHECK (savedAndLoaded (state).patch.description == unknown);
}

TEST_CASE ("the longest texts end before a state is too long", "[state]")
{
    PluginState state = typicalState ();
    const std::string longText (30000, '\x01'); // six bytes each when escaped
    state.patch.name = state.patch.category = state.patch.author = state.patch.description =
        longText;
    state.patch.tags.assign (1000, longText);
    state.patch.macroNames.fill (longText);
    state.view.preset = state.view.colours = longText;
    state.patch.drawings[0].assign (100000, -0.123456789f);
    for (int key = 0; key < kNumPatchKeys; ++key)
        state.controllers.learn ({15, 119, static_cast<PatchKey> (key)});
    state.waiting = state.patch;
    CHECK (toBytes (state).size () <= kMostStateBytes);
    CHECK_FALSE (savedAndLoaded (state).waiting); // there is no room for it
    const auto loaded = savedAndLoaded (state);
    CHECK (loaded.patch.name == std::string (kMostTextBytes, '\x01'));
    CHECK (loaded.patch.tags == std::vector (kMostTags, std::string (kMostTagBytes, '\x01')));
    state.patch.name = std::string (kMostTextBytes - 1, 'a') + "\xc3\xa9";
    CHECK (savedAndLoaded (state).patch.name == std::string (kMostTextBytes - 1, 'a'));
}
