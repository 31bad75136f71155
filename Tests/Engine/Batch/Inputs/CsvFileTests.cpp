// Long CSV files, read in pieces.
#include "Engine/Batch/Inputs/Csv.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <random>

namespace melstrom::testing
{

namespace
{
/** Rows as appendCsvRow writes them, with every character that needs quotes. */
std::string randomTable (unsigned seed)
{
    const std::vector<std::string> parts {"a",  "b c",          ",",    "\"", "\n", "\r\n",
                                          "\r", "\xEF\xBB\xBF", "\"\"", ""};
    std::mt19937 random (seed);
    std::string text;
    for (int row = 0; row < 12; ++row)
    {
        std::vector<std::string> fields (1 + random () % 4);
        for (std::string& field : fields)
            for (unsigned part = random () % 4; part > 0; --part)
                field += parts[random () % parts.size ()];
        appendCsvRow (text, fields);
    }
    return text;
}

struct Read
{
    std::vector<CsvRow> rows;
    Result<void> outcome;
};

Read readInPieces (const std::string& text, std::size_t pieceBytes)
{
    MemoryStorage storage;
    storage.addFile ("table.csv", text);
    const auto file = storage.openForReading ("table.csv");
    REQUIRE (failureOf (file) == "");
    Read read;
    read.outcome = forEachCsvRow (
        **file,
        [&read] (const CsvRow& row) -> Result<void>
        {
            read.rows.push_back (row);
            return {};
        },
        pieceBytes);
    return read;
}

void checkLikeWhole (const std::string& text, std::size_t pieceBytes)
{
    INFO (text << "\nin pieces of " << pieceBytes);
    const auto whole = parseCsv (text);
    const Read read = readInPieces (text, pieceBytes);
    CHECK (failureOf (read.outcome) == failureOf (whole));
    if (! whole)
        return;
    REQUIRE (read.rows.size () == whole->size ());
    for (std::size_t i = 0; i < whole->size (); ++i)
    {
        CHECK (read.rows[i].fields == (*whole)[i].fields);
        CHECK (read.rows[i].line == (*whole)[i].line);
    }
}
} // namespace

TEST_CASE ("the rows of a file are those of its text, in whatever pieces it is read",
           "[inputs][csv]")
{
    for (unsigned seed = 0; seed < 20; ++seed)
        for (const std::size_t pieceBytes : {1, 2, 3, 7, 16, 61, 400, 100'000})
            checkLikeWhole (randomTable (seed), pieceBytes);
    checkLikeWhole ("", 5);
    checkLikeWhole ("\n\na,b\r\n\r\nc", 2);
}

TEST_CASE ("a file that was cut gives the rows that its text gives, or the same error",
           "[inputs][csv][faults]")
{
    const std::string text = randomTable (31);
    for (std::size_t size = 0; size < text.size (); ++size)
        for (const std::size_t pieceBytes : {1, 5, 64})
            checkLikeWhole (text.substr (0, size), pieceBytes);
}

TEST_CASE ("no row is asked for behind one that was refused", "[inputs][csv]")
{
    MemoryStorage storage;
    storage.addFile ("table.csv", "1\n2\n3\n4\n");
    const auto file = storage.openForReading ("table.csv");
    REQUIRE (failureOf (file) == "");
    std::vector<std::string> taken;
    const auto outcome = forEachCsvRow (**file,
                                        [&taken] (const CsvRow& row) -> Result<void>
                                        {
                                            taken.push_back (row.fields[0]);
                                            if (taken.size () == 2)
                                                return Error {ErrorCode::badUsage, "enough", {}};
                                            return {};
                                        });
    CHECK (failureOf (outcome) == "bad-usage: enough");
    CHECK (taken == std::vector<std::string> {"1", "2"});
}

} // namespace melstrom::testing
