// Labels of files.csv.
#include "Engine/Report/ReportSource.h"

#include "Tests/Support/Catch.h"

using namespace melstrom;

TEST_CASE ("a label may hold the sign between labels", "[report]")
{
    const std::vector<std::string> labels {"a", "a;b", "c"};
    using Ids = std::vector<int>;
    CHECK (labelsOfField ("", labels) == Ids {});
    CHECK (labelsOfField ("c", labels) == Ids {2});
    CHECK (labelsOfField ("a;b", labels) == Ids {1});
    CHECK (labelsOfField ("c;a", labels) == Ids {2, 0});
    CHECK (labelsOfField ("c;gone", labels) == Ids {2});
}
