#include "Engine/Batch/Inputs/Groups/DuplicateSets.h"

#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::string side (const std::string& path, const std::string& relativePath, int dataset = 0)
{
    return R"({"dataset": )" + std::to_string (dataset) + R"(, "path": ")" + path +
           R"(", "relative_path": ")" + relativePath + R"("})";
}

std::string pairOf (const std::string& first, const std::string& second)
{
    return R"({"first": )" + first + R"(, "second": )" + second + "}";
}

using Sets = std::vector<std::size_t>;

/** "link" leads to the folder "in". */
std::string placeOf (std::string_view path)
{
    return path.starts_with ("link/") ? "in" + std::string (path.substr (4)) : std::string (path);
}

Result<DuplicateSets> resultOf (const std::string& pairs, const std::vector<GroupedPath>& files,
                                const std::string& datasets = R"(["out"])")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("duplicates.json", R"({"datasets": )" + datasets +
                                                           R"(, "pairs": [)" + pairs + "]}");
    return duplicateSets (posixStorage (), placeOf, path, files);
}

Result<Sets> setsOf (const std::string& pairs, const std::vector<GroupedPath>& files)
{
    MELSTROM_TRY_VALUE (auto sets, resultOf (pairs, files));
    return std::move (sets.firstOf);
}

bool has (const std::string& text, const std::string& part)
{
    return text.find (part) != text.npos;
}

const std::vector<GroupedPath> kFiles {{"in/a.wav", "a.wav"},
                                       {"in/b.wav", "b.wav"},
                                       {"in/c.wav", "c.wav"},
                                       {"in/d.wav", "d.wav", 3},
                                       {"in/e.wav", "e.wav", 3}};
} // namespace

TEST_CASE ("pairs connect files, also through files that are not there", "[duplicates]")
{
    CHECK (*setsOf ("", kFiles) == Sets {0, 1, 2, 3, 3});
    const auto direct = pairOf (side ("in/c.wav", "c.wav"), side ("in/a.wav", "a.wav"));
    CHECK (*setsOf (direct, kFiles) == Sets {0, 1, 0, 3, 3});
    const auto linked = pairOf (side ("link/c.wav", "x.wav"), side ("in/a.wav", "y.wav"));
    CHECK (*setsOf (linked, kFiles) == Sets {0, 1, 0, 3, 3});
    const auto gone = side ("old/x.wav", "x.wav", 1);
    CHECK (*setsOf (pairOf (side ("in/c.wav", "c.wav"), gone) + "," +
                        pairOf (gone, side ("in/b.wav", "b.wav")),
                    kFiles) == Sets {0, 1, 1, 3, 3});
}

TEST_CASE ("a file of another place is found by its relative path", "[duplicates]")
{
    CHECK (*setsOf (pairOf (side ("/far/b.wav", "b.wav"), side ("/far/c.wav", "c.wav")), kFiles) ==
           Sets {0, 1, 1, 3, 3});
    // boxes of two recordings
    CHECK (*setsOf (pairOf (side ("in/a.wav#t=1,2", "a.wav#t=1,2"),
                            side ("in/e.wav#t=3,4", "e.wav#t=3,4")),
                    kFiles) == Sets {0, 1, 2, 0, 0});
}

TEST_CASE ("files of a result that are not there are counted once each", "[duplicates]")
{
    const auto here = side ("in/a.wav", "a.wav"), far = side ("far/x.wav", "x.wav"),
               farther = side ("far/y.wav", "y.wav", 1);
    CHECK_FALSE (resultOf (pairOf (here, side ("in/b.wav", "b.wav")), kFiles)->warning);
    const auto some = resultOf (
        pairOf (here, far) + "," + pairOf (here, farther) + "," + pairOf (far, farther), kFiles);
    REQUIRE (some->warning);
    CHECK (has (*some->warning, ": 2 of the 3 files in the pairs of "));
    CHECK (has (*some->warning, "the first is far/x.wav."));
    const auto none = resultOf (pairOf (far, farther), kFiles);
    REQUIRE_FALSE (none);
    CHECK (none.error ().code == ErrorCode::badUsage);
    for (const std::string part : {"none of the 2 files in the pairs of ", "far/x.wav", "in/a.wav"})
        CHECK (has (none.error ().message, part));
    // all pairs may be of another dataset
    const auto others = resultOf (pairOf (far, farther), kFiles, R"(["out", "other"])");
    REQUIRE (others);
    CHECK (others->firstOf == Sets {0, 1, 2, 3, 3});
    CHECK (has (others->warning.value_or (""), ": 2 of the 2 files in the pairs of "));
}

TEST_CASE ("a text that is no result of --duplicates is refused", "[duplicates]")
{
    const std::vector<std::string> texts {
        "1",
        "{}",
        R"({"first": 1, "second": 2})",
        "[",
        R"({"first": {"path": 1}, "second": {}})",
        pairOf (side ("a", R"(a", "path_hex": "6)"), side ("b", "b")),
        pairOf (side ("a", R"(a", "path_hex": "6g)"), side ("b", "b"))};
    for (const auto& pairs : texts)
    {
        const auto sets = setsOf (pairs, kFiles);
        CAPTURE (pairs);
        REQUIRE_FALSE (sets);
        CHECK (sets.error ().code == ErrorCode::badUsage);
    }
    const auto gone =
        duplicateSets (posixStorage (), placeOf, "no-such-folder/duplicates.json", kFiles);
    REQUIRE_FALSE (gone);
    CHECK (gone.error ().code == ErrorCode::fileMissing);
}
