#include "Engine/Core/Printable.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;

TEST_CASE ("ordinary names stay as they are", "[printable]")
{
    for (const char* const name : {"", "a b/c.wav", "it's.wav", "gr\xC3\xBC\xC3\x9F.wav",
                                   "\xE9\x9F\xB3.wav", "\xF0\x9F\x8E\xB5", "-rf"})
        CHECK (printable (name) == name);
}

TEST_CASE ("control characters, quotes and backslashes are escaped", "[printable]")
{
    CHECK (printable ("a\nb\tc\rd") == "a\\nb\\tc\\rd");
    CHECK (printable ("\x1B[2J\x7F") == "\\x1B[2J\\x7F");
    CHECK (printable ("\"\\n\"") == "\\\"\\\\n\\\"");
    CHECK (printable (std::string_view ("a\0b", 3)) == "a\\x00b");
    // A control sequence introducer as one character.
    CHECK (printable ("\xC2\x9B") == "\\xC2\\x9B");
    CHECK (printable ("\xE2\x80\xAE"
                      "fdp") == "\\xE2\\x80\\xAE"
                                "fdp"); // right to left
}

TEST_CASE ("bytes that are not UTF-8 are escaped one by one", "[printable]")
{
    CHECK (printable ("\xFF.wav") == "\\xFF.wav");
    CHECK (printable ("\xC3") == "\\xC3");
    CHECK (printable ("\xC3(") == "\\xC3(");
    CHECK (printable ("\xC0\xAF") == "\\xC0\\xAF");                   // overlong
    CHECK (printable ("\xED\xA0\x80") == "\\xED\\xA0\\x80");          // surrogate
    CHECK (printable ("\xF4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80"); // above U+10FFFF
    CHECK (printable ("\xE9\x9F") == "\\xE9\\x9F");
}
