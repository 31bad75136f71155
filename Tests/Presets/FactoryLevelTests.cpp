// Loudness of factory patches. MELSTROM_SHOW_FACTORY=1 prints the measurements.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Audio/Loudness.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/FactoryNotes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>
#include <string>
#include <string_view>

namespace melstrom::testing
{

namespace
{
/** Target level of a category: highest momentary loudness of a C3 at velocity 100, in LUFS. */
struct CategoryLevel
{
    std::string_view category;
    double lufs = 0;
};
constexpr std::array<CategoryLevel, 12> kCategoryLevels {{
    {"Basses", -20},
    {"Bells and mallets", -24},
    {"Brass and winds", -22},
    {"Choirs", -23},
    {"Drums and FX", -27},
    {"Keys", -23},
    {"Leads", -21},
    {"Organs", -23},
    {"Pads", -23},
    {"Plucks", -24},
    {"Strings", -23},
    {"Textures and drones", -23},
}};
constexpr double kMostFromLevel = 2; ///< largest distance from the category's level, in LU
constexpr double kHighestPeak = -1;  ///< dBFS
constexpr std::size_t kFewestInAll = 64;
constexpr int kFewestInCategory = 4;

StereoSound sineOn (bool isLeft, bool isRight, double hertz)
{
    StereoSound sound (2 * kFactoryRate);
    for (std::size_t n = 0; n < sound.left.size (); ++n)
    {
        const auto x = static_cast<float> (
            std::sin (2 * std::numbers::pi * hertz * static_cast<double> (n) / kFactoryRate));
        sound.left[n] = isLeft ? x : 0;
        sound.right[n] = isRight ? x : 0;
    }
    return sound;
}
} // namespace

TEST_CASE ("the loudness meter reads what BS.1770 says of a sine", "[patches][loudness]")
{
    // "a 0 dB FS, 997 Hz sine wave applied to the left, centre, or right channel input": -3.01 LKFS
    CHECK (loudnessOf (sineOn (true, false, 997)) == Approx (-3.01).margin (0.02));
    CHECK (loudnessOf (sineOn (false, true, 997)) == Approx (-3.01).margin (0.02));
    CHECK (loudnessOf (sineOn (true, true, 997)) == Approx (0).margin (0.02));
    CHECK (highestLoudnessOf (sineOn (true, true, 997)) == Approx (0).margin (0.02));
}

TEST_CASE ("there are 64 factory patches and more, in twelve categories of four and more",
           "[patches]")
{
    std::map<std::string_view, int> counts;
    for (const auto& row : kCategoryLevels)
        counts[row.category] = 0;
    for (const Patch& patch : factoryPatches ())
    {
        INFO (patch.name << " is in " << patch.category);
        REQUIRE (counts.contains (patch.category));
        ++counts[patch.category];
    }
    CHECK (factoryPatches ().size () >= kFewestInAll);
    for (const auto& [category, count] : counts)
    {
        INFO (category);
        CHECK (count >= kFewestInCategory);
    }
}

TEST_CASE (
    "factory patches are as loud as their category, and six notes of them stay below -1 dBFS",
    "[patches][loudness]")
{
    if (showsFactory ())
        std::printf ("| patch | category | C3, LUFS | six notes, dBFS |\n");
    forFactoryPatches (
        [] (const Patch& patch)
        {
            const auto row =
                std::ranges::find (kCategoryLevels, patch.category, &CategoryLevel::category);
            REQUIRE (row != kCategoryLevels.end ());
            const double lufs = highestLoudnessOf (heldC3 (patch, 4));
            const double peak = peakDbOf (heldSix (patch));
            if (showsFactory ())
                std::printf ("| %s | %s | %.1f | %.1f |\n", patch.name.c_str (),
                             patch.category.c_str (), lufs, peak);
            CHECK (std::abs (lufs - row->lufs) <= kMostFromLevel);
            CHECK (peak < kHighestPeak);
        });
}

} // namespace melstrom::testing
