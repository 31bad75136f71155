// Fields of a row as bytes: compared with the reader of lists, and written back.
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Marks/DelimitedRow.h"
#include "Engine/Marks/MarkNumber.h"
#include "Tests/Support/Catch.h"

#include <bit>
#include <clocale>
#include <cmath>
#include <random>

using namespace melstrom;

namespace
{

using Fields = std::vector<std::string>;

std::optional<std::vector<Fields>> rowsOf (std::string_view text, const RowFormat& format)
{
    std::vector<Fields> rows;
    for (std::size_t at = 0; at < text.size ();)
    {
        const auto spans = splitRow (text, at, format);
        if (! spans)
            return {};
        Fields fields;
        for (const auto& [from, bytes] : spans->fields)
            fields.push_back (fieldText (text.substr (from, bytes), format));
        if (spans->end > at)
            rows.push_back (fields);
        at = spans->end + lineEndBytes (text, spans->end);
    }
    return rows;
}

std::string randomText (std::mt19937& random, std::string_view alphabet, std::size_t mostBytes)
{
    std::string text;
    for (auto length = random () % mostBytes; length > 0; --length)
        text += alphabet[random () % alphabet.size ()];
    return text;
}

} // namespace

TEST_CASE ("fields are those that the reader of lists finds", "[marks]")
{
    const unsigned seed = 4180;
    INFO ("seed " << seed);
    std::mt19937 random (seed);
    int numRead = 0;
    for (int i = 0; i < 20'000; ++i)
    {
        const char separator = ",;\t"[i % 3];
        const bool quotes = i % 2 == 0;
        const std::string text =
            randomText (random, std::string ("ab\"\"\n\r\xFF") + separator + separator, 24) + "\n";
        INFO ("text \"" << text << '"');
        const auto rows = rowsOf (text, {separator, quotes, false});
        const auto expected =
            parseCsv (text, {separator, quotes ? '"' : '\0', false, 1, text.size ()});
        REQUIRE (rows.has_value () == expected.ok ());
        if (! rows)
            continue;
        ++numRead;
        std::vector<Fields> expectedFields;
        for (const CsvRow& row : *expected)
            expectedFields.push_back (row.fields);
        // Blanks around fields are not compared: tabs are separators in one text of three.
        if (separator == '\t' || text.find ('\t') == text.npos)
            CHECK (*rows == expectedFields);
    }
    CHECK (numRead > 10'000);
}

TEST_CASE ("a field that is set is read back, and its neighbours keep their bytes", "[marks]")
{
    const unsigned seed = 16;
    INFO ("seed " << seed);
    std::mt19937 random (seed);
    for (int i = 0; i < 20'000; ++i)
    {
        const RowFormat format {",;\t"[i % 3], i % 5 != 0, i % 5 != 0 && i % 7 == 0};
        const std::string alphabet = std::string ("a \"\"\r\n") + format.separator;
        std::string row = randomText (random, alphabet, 24);
        const auto before = splitRow (row, 0, format);
        if (! before)
            continue;
        row.resize (before->end);
        if (row.ends_with ('\r')) // with LF it is a line end
            continue;
        row += i % 2 == 0 ? "\n" : "\r\n";
        const std::string old = row;
        const std::string text = randomText (random, alphabet, 6);
        if (! isHoldable (text, format))
            continue;
        const std::size_t column = random () % 5;
        setField (row, column, text, format);
        INFO ("row \"" << old << "\" column " << column << " text \"" << text << '"');
        const auto after = splitRow (row, 0, format);
        REQUIRE (after.has_value ());
        REQUIRE (after->fields.size () == std::max (column + 1, before->fields.size ()));
        CHECK (row.substr (after->end) == (i % 2 == 0 ? "\n" : "\r\n"));
        for (std::size_t n = 0; n < after->fields.size (); ++n)
        {
            const auto field = row.substr (after->fields[n].at, after->fields[n].bytes);
            if (n == column)
                CHECK (fieldText (field, format) == text);
            else if (n < before->fields.size ())
                CHECK (field == old.substr (before->fields[n].at, before->fields[n].bytes));
            else
                CHECK (field.empty ());
        }
    }
}

TEST_CASE ("numbers of marks do not depend on the locale", "[marks]")
{
    const std::string former = std::setlocale (LC_ALL, nullptr);
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"})
        if (std::setlocale (LC_ALL, name) != nullptr)
        {
            INFO (name);
            CHECK (writtenNumber (1.5) == "1.5");
            CHECK (*readNumber ("1.5", "it") == 1.5);
            CHECK_FALSE (readNumber ("1,5", "it").ok ());
        }
    std::setlocale (LC_ALL, former.c_str ());
}

TEST_CASE ("each number is written so that it reads back", "[marks]")
{
    const unsigned seed = 754;
    INFO ("seed " << seed);
    std::mt19937_64 random (seed);
    for (int i = 0; i < 20'000; ++i)
    {
        const auto value = std::bit_cast<double> (random ());
        if (! std::isfinite (value))
            continue;
        const auto text = writtenNumber (value);
        INFO (text);
        CHECK (text.find_first_not_of ("-.0123456789") == text.npos);
        REQUIRE (readNumber (text, "it").ok ());
        CHECK (*readNumber (text, "it") == value);
    }
}
