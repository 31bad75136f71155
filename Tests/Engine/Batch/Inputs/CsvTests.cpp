#include "Engine/Batch/Inputs/Csv.h"
#include "Tests/Support/Catch.h"

#include <random>

using namespace melstrom;

namespace
{

using Fields = std::vector<std::string>;

std::vector<Fields> fieldsOf (std::string_view text)
{
    const auto rows = parseCsv (text);
    REQUIRE (rows.ok ());
    std::vector<Fields> fields;
    for (const auto& row : *rows)
        fields.push_back (row.fields);
    return fields;
}

std::string written (const Fields& fields)
{
    std::string text;
    appendCsvRow (text, fields);
    return text;
}

} // namespace

TEST_CASE ("a field is quoted only where it has to be", "[csv]")
{
    CHECK (written ({"a", "b c", ""}) == "a,b c,\n");
    CHECK (written ({"a,b"}) == "\"a,b\"\n");
    CHECK (written ({"say \"hi\"", "x"}) == "\"say \"\"hi\"\"\",x\n");
    CHECK (written ({"two\nlines"}) == "\"two\nlines\"\n");
    CHECK (written ({"return\r"}) == "\"return\r\"\n");
    CHECK (written ({""}) == "\"\"\n");
    CHECK (written ({"\xEF\xBB\xBFx", "y"}) ==
           "\"\xEF\xBB\xBFx\",y\n"); // else it would count as the text's own byte order mark
}

TEST_CASE ("rows are read with either line end, a mark, and no last line end", "[csv]")
{
    const std::vector<Fields> expected {{"a", "b"}, {"c", ""}};
    CHECK (fieldsOf ("a,b\nc,\n") == expected);
    CHECK (fieldsOf ("a,b\r\nc,\r\n") == expected);
    CHECK (fieldsOf ("\xEF\xBB\xBF"
                     "a,b\n\n\r\nc,") == expected);
    CHECK (fieldsOf ("").empty ());
    CHECK (fieldsOf ("\xEF\xBB\xBF").empty ());
    CHECK (fieldsOf ("\n\r\n\n").empty ());
    CHECK (fieldsOf ("a\r") == std::vector<Fields> {{"a"}});
}

TEST_CASE ("quoted fields hold commas, quotes and lines", "[csv]")
{
    CHECK (fieldsOf ("\"a,b\",\"say \"\"hi\"\"\",\"1\n2\r\n3\"\r\nz\n") ==
           std::vector<Fields> {{"a,b", "say \"hi\"", "1\n2\r\n3"}, {"z"}});
    CHECK (fieldsOf ("\"\"") == std::vector<Fields> {{""}});
    CHECK (fieldsOf ("\"\",\"\"") == std::vector<Fields> {{"", ""}});
}

TEST_CASE ("what RFC 4180 does not allow is kept as it is", "[csv]")
{
    CHECK (fieldsOf ("5\" disc,a\rb") == std::vector<Fields> {{"5\" disc", "a\rb"}});
    CHECK (fieldsOf ("\"a\"b,c") == std::vector<Fields> {{"ab", "c"}});
}

TEST_CASE ("a row knows the line on which it starts", "[csv]")
{
    const auto rows = parseCsv ("a\n\n\"b\nb\"\r\nc");
    REQUIRE (rows.ok ());
    REQUIRE (rows->size () == 3);
    CHECK ((*rows)[0].line == 1);
    CHECK ((*rows)[1].line == 3);
    CHECK ((*rows)[2].line == 5);
}

TEST_CASE ("an open quote is bad usage that names its line", "[csv]")
{
    const auto rows = parseCsv ("a,b\nc,\"d\ne,f\n");
    REQUIRE (! rows.ok ());
    CHECK (rows.error ().code == ErrorCode::badUsage);
    CHECK (rows.error ().message.find ("line 2") != std::string::npos);
}

TEST_CASE ("what was written is read back, whatever the bytes", "[csv]")
{
    const unsigned seed = 4180;
    INFO ("seed " << seed);
    std::mt19937 random (seed);
    const std::string alphabet ("a,\"\n\r \0\xFF\xC3", 9);

    std::string text;
    std::vector<Fields> rows;
    for (int row = 0; row < 2000; ++row)
    {
        Fields fields (1 + random () % 4);
        for (auto& field : fields)
            for (auto length = random () % 6; length > 0; --length)
                field += alphabet[random () % alphabet.size ()];
        appendCsvRow (text, fields);
        rows.push_back (std::move (fields));
    }
    CHECK (fieldsOf (text) == rows);
}
