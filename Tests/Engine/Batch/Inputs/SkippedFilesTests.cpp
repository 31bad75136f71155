// Counts of files skipped by extension.
#include "Engine/Batch/Inputs/InputList.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;

TEST_CASE ("an extension is what follows the last dot, in lower case, if it is a usual one",
           "[inputs]")
{
    SkippedFiles skipped;
    for (const auto* name : {"a.txt", "b.TXT", "c.tar.gz", "README", ".gitignore", "a.", "a.b c",
                             "a.elevenchars", "a.tenletters", "a.\xC3\xA4", "a.b\n", "v1.7z"})
        skipped.add (name);
    CHECK (skipped.byExtension () ==
           std::map<std::string, std::int64_t> {
               {"", 7}, {"7z", 1}, {"gz", 1}, {"tenletters", 1}, {"txt", 2}});
    CHECK (skipped.total () == 12);
}

TEST_CASE ("a folder of a million extensions costs the memory of 256", "[inputs]")
{
    SkippedFiles skipped;
    for (int i = 0; i < 1000; ++i)
        skipped.add ("file." + std::to_string (i));
    skipped.add ("file.7");
    CHECK (skipped.byExtension ().size () <= 257);
    CHECK (skipped.byExtension ().at ("7") == 2);
    CHECK (skipped.byExtension ().at ("") == 1000 - 256);
    CHECK (skipped.total () == 1001);
}
