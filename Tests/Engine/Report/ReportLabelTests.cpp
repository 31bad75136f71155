// Labels of files.csv.
#include "Engine/Batch/Run/Folder/LabelIds.h"

#include "Tests/Support/Catch.h"

using namespace melstrom;

TEST_CASE ("a label may hold the sign between labels", "[report]")
{
    const std::vector<std::string> labels {"a", "a;b", "c"};
    const LabelIds ids (labels, {"", "c", "a;b", "c;a", "c;gone"});
    using Ids = std::vector<int>;
    CHECK (ids.ofField ("") == Ids {});
    CHECK (ids.ofField ("c") == Ids {2});
    CHECK (ids.ofField ("a;b") == Ids {1});
    CHECK (ids.ofField ("c;a") == Ids {2, 0});
    CHECK (ids.ofField ("c;gone") == Ids {2});
}

TEST_CASE ("labels that look alike in UTF-8 are told apart by their bytes", "[report]")
{
    // in the order of their bytes; the last one's text sorts before U+FFFD
    const std::vector<std::string> labels {"a", "caf\xEF\xBF\xBD", "caf\xEF\xBF\xBD",
                                           "caf\xEA\xB0\x80"};
    const LabelIds ids (labels, {"caf\xE9", "a;caf\xE8", "caf\xEA\xB0\x80"});
    using Ids = std::vector<int>;
    CHECK (ids.ofField ("caf\xE8") == Ids {1});
    CHECK (ids.ofField ("caf\xE9") == Ids {2});
    CHECK (ids.ofField ("caf\xEA\xB0\x80") == Ids {3});
    CHECK (ids.ofField ("caf\xE9;caf\xE8") == Ids {2, 1});
    CHECK (LabelIds (labels, {"caf\xE9"}).ofField ("caf\xE9") == Ids {}); // it may be either
}
