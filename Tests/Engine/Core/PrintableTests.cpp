#include "Engine/Core/Hash.h"
#include "Engine/Core/HexText.h"
#include "Engine/Core/Printable.h"
#include "Tests/Support/Catch.h"

#include <array>
#include <cstdio>

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

TEST_CASE ("the digits of each byte are those of printf", "[printable]")
{
    for (int byte = 0; byte < 256; ++byte)
    {
        std::array<char, 3> small {}, large {};
        std::snprintf (small.data (), small.size (), "%02x", static_cast<unsigned> (byte));
        std::snprintf (large.data (), large.size (), "%02X", static_cast<unsigned> (byte));
        CHECK (hexText (static_cast<unsigned char> (byte)) == small.data ());
        CHECK (hexText (static_cast<unsigned char> (byte), true) == large.data ());
    }
    CHECK (hashDigits (0x0123456789abcdef) == "0123456789abcdef");
    CHECK (hashDigits (0xfedcba9876543210) == "fedcba9876543210");
}
