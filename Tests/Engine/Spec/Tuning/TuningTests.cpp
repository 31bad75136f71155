// Scales and keyboard maps: frequencies computed by hand.
#include "Engine/Spec/Tuning/Tuning.h"
#include "Tests/Support/Catch.h"

#include <cmath>

using namespace melstrom;

namespace
{
double hzOf (const Tuning& tuning, int key)
{
    return 440.0 * std::pow (2.0, (tuning.pitchOf (key) - 69.0) / 12.0);
}

Scale scaleOf (std::string_view text)
{
    auto scale = parseScale (text, "mine.scl");
    INFO ((scale ? std::string {} : scale.error ().message));
    REQUIRE (scale.ok ());
    return *std::move (scale);
}

KeyboardMap mapOf (std::string_view text)
{
    auto map = parseKeyboardMap (text, "mine.kbm");
    INFO ((map ? std::string {} : map.error ().message));
    REQUIRE (map.ok ());
    return *std::move (map);
}

Tuning tuningOf (const Scale& scale, const KeyboardMap& map)
{
    const auto tuning = Tuning::make (scale, map);
    INFO ((tuning ? std::string {} : tuning.error ().message));
    REQUIRE (tuning.ok ());
    return *tuning;
}

Scale equalScale (int numSteps, double periodCents)
{
    Scale scale;
    for (int step = 1; step <= numSteps; ++step)
        scale.cents.push_back (periodCents * step / numSteps);
    return scale;
}

/** A linear map with 1/1 on `middle`, whose frequency is `hz`. */
KeyboardMap linearMap (int middle, double hz)
{
    KeyboardMap map;
    map.middleKey = map.referenceKey = middle;
    map.referenceHz = hz;
    return map;
}
} // namespace

TEST_CASE ("twelve equal steps are 440 Hz times 2^((key - 69) / 12)", "[tuning]")
{
    const Tuning standard;
    const auto made = tuningOf (equalScale (12, 1200), {});
    for (int key = 0; key < kNumKeys; ++key)
    {
        const double expected = 440 * std::pow (2.0, (key - 69) / 12.0);
        CHECK (hzOf (standard, key) == Approx (expected).epsilon (1e-12));
        CHECK (standard.pitchOf (key) == key);
        CHECK (standard.isMapped (key));
        CHECK (made.pitchOf (key) == Approx (key).margin (1e-9));
        CHECK (made.isMapped (key));
    }
}

TEST_CASE ("a scale file gives ratios, whole numbers and cents", "[tuning]")
{
    const auto scale = scaleOf ("! mine.scl\r\n!\r\nFive, just\r\n 8 \r\n!\r\n"
                                "9/8\r\n 5/4   E\\\r\n100.0 cents\r\n-5.0\r\n408.\r\n"
                                "10/20 low\r\n\t3 / 2\r\n2\r\nwhat follows is not read\r\n");
    CHECK (scale.description == "Five, just");
    REQUIRE (scale.cents.size () == 8);
    const double expected[] {1200 * std::log2 (9.0 / 8),
                             1200 * std::log2 (1.25),
                             100,
                             -5,
                             408,
                             -1200,
                             1200 * std::log2 (1.5),
                             1200};
    for (std::size_t i = 0; i < 8; ++i)
        CHECK (scale.cents[i] == Approx (expected[i]).margin (1e-9));
    CHECK (scaleOf ("\n1\n2/1").description.empty ()); // an empty line is an empty description
    CHECK (scaleOf ("a\n1\n2147483647/2147483646\n").cents[0] ==
           Approx (1200 / std::log (2.0) / 2147483646.0).epsilon (1e-6));
    CHECK (scaleOf ("a\r1\r2/1\r").cents[0] == 1200.0);
    CHECK (scaleOf ("\xef\xbb\xbf! mark\na\n1\n2/1\n").description == "a");
}

TEST_CASE ("a just scale of five notes repeats at the octave, both ways", "[tuning]")
{
    const auto tuning =
        tuningOf (scaleOf ("just\n5\n9/8\n5/4\n3/2\n5/3\n2/1\n"), linearMap (60, 240));
    const double ratios[] {1, 9.0 / 8, 5.0 / 4, 3.0 / 2, 5.0 / 3};
    for (int key = 0; key < kNumKeys; ++key)
    {
        const int degree = (key - 60 + 500) % 5, octave = (key - 60 + 500) / 5 - 100;
        const double hz = 240 * ratios[degree] * std::pow (2.0, octave);
        INFO (key);
        CHECK (tuning.isMapped (key) == (hz <= 200000));
        CHECK ((hz > 200000 || hzOf (tuning, key) == Approx (hz).epsilon (1e-12)));
    }
    CHECK (hzOf (tuning, 63) == Approx (360));
    CHECK (hzOf (tuning, 59) == Approx (200));
    CHECK (hzOf (tuning, 65) == Approx (480));
}

TEST_CASE ("Pythagorean fifths are pure, and the reference need not be the middle", "[tuning]")
{
    const auto scale = scaleOf ("Pythagorean\n12\n256/243\n9/8\n32/27\n81/64\n4/3\n729/512\n3/2\n"
                                "128/81\n27/16\n16/9\n243/128\n2/1\n");
    const auto tuning = tuningOf (scale, {}); // 1/1 on 60, 440 Hz on 69
    CHECK (hzOf (tuning, 69) == Approx (440).epsilon (1e-12));
    CHECK (hzOf (tuning, 60) == Approx (440 * 16.0 / 27));
    CHECK (hzOf (tuning, 67) / hzOf (tuning, 60) == Approx (1.5));
    CHECK (hzOf (tuning, 64) == Approx (440 * 3.0 / 4));
    CHECK (hzOf (tuning, 57) == Approx (220));
}

TEST_CASE ("a period need not be an octave", "[tuning]")
{
    // Bohlen and Pierce: thirteen equal steps to 3/1.
    const auto tuning = tuningOf (equalScale (13, 1200 * std::log2 (3.0)), linearMap (60, 300));
    CHECK (hzOf (tuning, 73) == Approx (900));
    CHECK (hzOf (tuning, 47) == Approx (100));
    CHECK (hzOf (tuning, 61) == Approx (300 * std::pow (3.0, 1.0 / 13)));
}

TEST_CASE ("a map of the white keys leaves the black ones silent", "[tuning]")
{
    const auto map =
        mapOf ("! size\n12\n! first\n0\n! last\n127\n! middle\n60\n! reference\n69\n"
               "! Hz\n440.0\n! octave\n7\n! map\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6\n");
    CHECK (map.degrees == std::vector<int> {0, -1, 1, -1, 2, 3, -1, 4, -1, 5, -1, 6});
    const auto tuning = tuningOf (scaleOf ("major\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2/1\n"), map);
    const double middleHz = 440 * 3.0 / 5; // A is 5/3
    for (const int key : {61, 63, 66, 68, 70, 73, 58})
        CHECK_FALSE (tuning.isMapped (key));
    CHECK (hzOf (tuning, 60) == Approx (middleHz));
    CHECK (hzOf (tuning, 67) == Approx (middleHz * 3 / 2));
    CHECK (hzOf (tuning, 72) == Approx (middleHz * 2));
    CHECK (hzOf (tuning, 59) == Approx (middleHz * 15 / 16));
    CHECK (hzOf (tuning, 69) == Approx (440));
    CHECK (tuning.isMapped (0));
}

TEST_CASE ("a formal octave is as far as it says, and entries left out are unmapped", "[tuning]")
{
    // 24 equal steps. Three keys have degrees 0 and 7, and the next three begin at degree 10.
    const auto map = mapOf ("3\n0\n127\n60\n60\n100\n10\n0\n7\n");
    CHECK (map.degrees == std::vector<int> {0, 7, -1});
    const auto tuning = tuningOf (equalScale (24, 1200), map);
    CHECK (hzOf (tuning, 61) == Approx (100 * std::pow (2.0, 7.0 / 24)));
    CHECK_FALSE (tuning.isMapped (62));
    CHECK (hzOf (tuning, 63) == Approx (100 * std::pow (2.0, 10.0 / 24)));
    CHECK (hzOf (tuning, 64) == Approx (100 * std::pow (2.0, 17.0 / 24)));
    CHECK (hzOf (tuning, 57) == Approx (100 * std::pow (2.0, -10.0 / 24)));
}

TEST_CASE ("a map of size 0 takes key after key, and keys outside its range stay standard",
           "[tuning]")
{
    const auto map = mapOf ("0\n48\n72\n60\n60\n260\n0\n");
    CHECK (map.degrees.empty ());
    const auto tuning = tuningOf (equalScale (10, 1200), map);
    CHECK (hzOf (tuning, 70) == Approx (520));
    CHECK (hzOf (tuning, 50) == Approx (130));
    CHECK (tuning.pitchOf (47) == 47.0);
    CHECK (tuning.pitchOf (73) == 73.0);
    CHECK (tuning.isMapped (73));
}

TEST_CASE ("keys far above hearing are silent, all others finite", "[tuning]")
{
    const auto tuning = tuningOf (equalScale (1, 120000), linearMap (60, 440));
    CHECK (tuning.isMapped (60));
    CHECK (tuning.isMapped (0));
    CHECK_FALSE (tuning.isMapped (61));
    for (int key = 0; key < kNumKeys; ++key)
        CHECK (std::isfinite (tuning.pitchOf (key)));
}
