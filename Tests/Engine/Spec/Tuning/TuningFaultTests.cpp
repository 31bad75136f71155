// Error messages of a wrong scale or keyboard map.
#include "Engine/Spec/Tuning/Tuning.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <limits>

using namespace melstrom;

namespace
{
KeyboardMap mapWith (int referenceKey, double referenceHz)
{
    KeyboardMap map;
    map.referenceKey = referenceKey;
    map.referenceHz = referenceHz;
    return map;
}
} // namespace

TEST_CASE ("a wrong scale file is told its line", "[tuning]")
{
    const auto message = [] (std::string_view text)
    {
        const auto scale = parseScale (text, "mine.scl");
        CHECK ((scale.ok () || scale.error ().code == ErrorCode::badSpec));
        return scale ? std::string {} : scale.error ().message;
    };
    const std::string pitch =
        ": a pitch must be a ratio above 0 as 3/2 or 2, or cents with a point "
        "as 702.0";
    for (const std::string bad :
         {"-3/2", "0", "3/0", "3/-2", "-2", "x", "nan", "inf", "0x3", "1,200", "1.2.3", "3/2/5",
          "3/", ".", "99999999999999999999", "200000.0"})
        CHECK (message ("! c\na\n2\n3/2\n" + bad + "\n") == "mine.scl:5: \"" + bad + '"' + pitch);
    CHECK (message ("") == "mine.scl:0: the file ends before the description");
    CHECK (message ("a\n") == "mine.scl:1: the file ends before the number of notes");
    CHECK (message ("a\n3\n3/2\n2/1") == "mine.scl:4: the file ends before note 3 of 3");
    for (const std::string count : {"0", "-1", "4097", "many", "2.5", "99999999999999999999"})
        CHECK (message ("a\n" + count + "\n2/1") ==
               "mine.scl:2: \"" + count +
                   "\": the number of notes must be a whole number from 1 to 4096");
}

TEST_CASE ("a wrong keyboard map is told its line", "[tuning]")
{
    const auto message = [] (std::string_view text)
    {
        const auto map = parseKeyboardMap (text, "mine.kbm");
        CHECK ((map.ok () || map.error ().code == ErrorCode::badSpec));
        return map ? std::string {} : map.error ().message;
    };
    CHECK (message ("129\n") ==
           "mine.kbm:1: \"129\": the size of the map must be a whole number from 0 to 128");
    CHECK (message ("0\n0\n128\n") ==
           "mine.kbm:3: \"128\": the last key to retune must be a whole number from 0 to 127");
    CHECK (message ("0\n9\n8\n60\n69\n440\n0\n") ==
           "mine.kbm:5: the first key to retune, 9, must not be above the last, 8");
    for (const std::string hz : {"0", "-440.0", "20000.1"})
        CHECK (message ("0\n0\n127\n60\n69\n" + hz + "\n0")
                   .find ("must be above 0 and at most 20000 "
                          "Hz") != std::string::npos);
    CHECK (message ("0\n0\n127\n60\n69\nloud\n0") ==
           "mine.kbm:6: \"loud\": the frequency of the reference key must be a number");
    CHECK (message ("2\n0\n127\n60\n69\n440\n12\n0\n-1\n") ==
           "mine.kbm:9: \"-1\": an entry of the map must be x or a whole number from 0 to 4096");
    CHECK (message ("1\n0\n127\n60\n69\n440\n12\n0\n1\n") ==
           "mine.kbm:9: \"1\": the map has more than its 1 entries");
    CHECK (message ("0\n0\n127\n60\n") == "mine.kbm:4: the file ends before the reference key");
}

TEST_CASE ("a tuning is made only of what can be played", "[tuning]")
{
    const auto message = [] (const Scale& scale, const KeyboardMap& map)
    {
        const auto tuning = Tuning::make (scale, map);
        return tuning ? std::string {} : tuning.error ().message;
    };
    const auto scale = Scale {"octaves", {1200}};
    KeyboardMap map;
    map.degrees = {0, 1, 2, 3, 4, 5, 6, 7, 8, KeyboardMap::kUnmapped, 10, 11};
    CHECK (message (scale, map) == "the map has no degree for its reference key, 69: add a degree, "
                                   "or choose another reference key");
    for (const double hz :
         {0.0, -1.0, 20000.5, std::nan (""), std::numeric_limits<double>::infinity ()})
        CHECK (message (scale, mapWith (60, hz)).find ("reference is") != std::string::npos);
    CHECK (message ({}, {}) == "the scale has 0 notes: must be from 1 to 4096");
    for (const double period : {0.0, -1200.0})
        CHECK (message ({{}, {100, period}}, {}).find ("must be above 0") != std::string::npos);
    CHECK_FALSE (message ({{}, {std::nan (""), 1200}}, {}).empty ());
    CHECK (message (scale, mapWith (128, 440)) == "the map has key 128: must be from 0 to 127");
}
