#include "Engine/Batch/Inputs/PathText.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;

TEST_CASE ("paths are tidied without changing what they mean", "[inputs]")
{
    CHECK (tidyPath ("").empty ());
    CHECK (tidyPath (".") == ".");
    CHECK (tidyPath ("./") == ".");
    CHECK (tidyPath ("//") == "/");
    CHECK (tidyPath ("./a//b/./c/") == "a/b/c");
    CHECK (tidyPath ("/./a/../b") == "/a/../b");
    CHECK (tidyPath ("..") == "..");
    CHECK (tidyPath (".hidden/...") == ".hidden/...");
    CHECK (folderOf ("/a") == "/");
    CHECK (folderOf ("a").empty ());
    CHECK (joinPath ("/", "a") == "/a");
    CHECK (joinPath ("a", "/b") == "/b");
    CHECK (lowerCaseExtension ("A.B.WaV") == "wav");
    CHECK (lowerCaseExtension ("wav").empty ());
}
