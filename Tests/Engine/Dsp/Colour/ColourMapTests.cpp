// Colour maps: the published tables' values, and rising lightness.
#include "Engine/Dsp/Colour/ColourMap.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

using namespace melstrom;

namespace
{

double linearLight (std::uint8_t level)
{
    const double encoded = level / 255.0;
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow ((encoded + 0.055) / 1.055, 2.4);
}

/** CIELAB L*, 0..100, under D65 (IEC 61966-2-1, CIE 15). */
double lightness (Colour colour)
{
    const double luminance = 0.2126 * linearLight (colour.red) +
                             0.7152 * linearLight (colour.green) +
                             0.0722 * linearLight (colour.blue);
    const double root =
        luminance > 216.0 / 24389 ? std::cbrt (luminance) : (luminance * 24389 / 27 + 16) / 116;
    return 116 * root - 16;
}

/** The largest decrease of lightness along the map. */
double deepestFall (const ColourMap& map)
{
    double highest = 0, fall = 0;
    for (const Colour colour : map.table ())
    {
        highest = std::max (highest, lightness (colour));
        fall = std::max (fall, highest - lightness (colour));
    }
    return fall;
}

int largestDifference (Colour colour, std::uint32_t rgb)
{
    return std::max ({std::abs (colour.red - static_cast<int> (rgb >> 16 & 0xff)),
                      std::abs (colour.green - static_cast<int> (rgb >> 8 & 0xff)),
                      std::abs (colour.blue - static_cast<int> (rgb & 0xff))});
}

} // namespace

TEST_CASE ("a colour map is found by its name, and by no other", "[colours]")
{
    REQUIRE (colourMapNames () ==
             std::vector<std::string> {"magma", "inferno", "viridis", "cividis", "turbo", "gray"});
    for (const std::string& name : colourMapNames ())
    {
        REQUIRE (findColourMap (name) != nullptr);
        REQUIRE (findColourMap (name)->name == name);
    }
    REQUIRE (findColourMap ("Magma") == nullptr);
    REQUIRE (findColourMap ("") == nullptr);
}

TEST_CASE ("anchors rise from 0 to 255", "[colours]")
{
    for (const std::string& name : colourMapNames ())
    {
        INFO (name);
        const auto anchors = findColourMap (name)->anchors;
        REQUIRE (anchors.front () >> 24 == 0);
        REQUIRE (anchors.back () >> 24 == 255);
        for (std::size_t i = 1; i < anchors.size (); ++i)
            REQUIRE (anchors[i] >> 24 > anchors[i - 1] >> 24);
    }
}

TEST_CASE ("lightness never falls, but in turbo", "[colours]")
{
    // Rounding to 8 bits takes 0.023 off viridis in one place. The eye sees differences from about
    // 1.
    constexpr double kRoundingLightness = 0.05;
    for (const std::string& name : colourMapNames ())
    {
        INFO (name);
        const double fall = deepestFall (*findColourMap (name));
        if (name == "turbo")
            REQUIRE (fall > 20);
        else
            REQUIRE (fall < kRoundingLightness);
    }
}

TEST_CASE ("colours between the anchors are those of the published tables", "[colours]")
{
    // Entries 34, 51, 128, 199 and 236 of 256. Source: matplotlib 3.6.3,
    // lib/matplotlib/_cm_listed.py
    constexpr int kEntries[] = {34, 51, 128, 199, 236};
    const std::map<std::string, std::array<std::uint32_t, 5>> published = {
        {"magma", {0x20114b, 0x3b0f70, 0xb73779, 0xfd9668, 0xfdda9c}},
        {"inferno", {0x240c4f, 0x420a68, 0xbc3754, 0xfb9b06, 0xf3e35a}},
        {"viridis", {0x472f7d, 0x414487, 0x21918c, 0x6ece58, 0xcde11d}},
        {"cividis", {0x1e3a6f, 0x35456c, 0x7d7c78, 0xc3b369, 0xebd44b}},
        {"turbo", {0x4771e9, 0x3e9bfe, 0xa4fc3c, 0xf56918, 0xb41b01}},
        {"gray", {0x222222, 0x333333, 0x808080, 0xc7c7c7, 0xececec}}};
    for (const auto& [name, colours] : published)
        for (std::size_t i = 0; i < colours.size (); ++i)
        {
            INFO (name << " " << kEntries[i]);
            REQUIRE (largestDifference (findColourMap (name)->at (kEntries[i] / 255.0),
                                        colours[i]) <= 1);
        }
}

TEST_CASE ("a ratio outside 0 to 1 takes the nearest end", "[colours]")
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity ();
    for (const std::string& name : colourMapNames ())
    {
        INFO (name);
        const ColourMap& map = *findColourMap (name);
        REQUIRE (largestDifference (map.at (0), map.anchors.front ()) == 0);
        REQUIRE (largestDifference (map.at (1), map.anchors.back ()) == 0);
        REQUIRE (map.at (-3) == map.at (0));
        REQUIRE (map.at (-kInfinity) == map.at (0));
        REQUIRE (map.at (kInfinity) == map.at (1));
        REQUIRE (map.at (std::numeric_limits<double>::quiet_NaN ()) == map.at (0));
    }
}
