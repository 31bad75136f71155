// Splits by hashes: exact counts, whole groups, thresholds that never move.
#include "Engine/Batch/Inputs/RatioSplit.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>

using namespace melstrom;

namespace
{

using Counts = std::array<std::size_t, 3>;

std::vector<SplitItem> namedItems (int count, int numLabels)
{
    std::vector<SplitItem> items;
    for (int index = 0; index < count; ++index)
        items.push_back ({hashOfName (std::to_string (index) + ".wav"), index % numLabels, -1});
    return items;
}

std::map<int, Counts> countsByLabel (const std::vector<SplitItem>& items,
                                     const std::vector<int>& splits)
{
    std::map<int, Counts> counts;
    for (std::size_t index = 0; index < items.size (); ++index)
        ++counts[items[index].label][static_cast<std::size_t> (splits[index])];
    return counts;
}

/** The plain definition: orders the files of one label by their hashes and cuts by counting. */
int splitByCounting (const std::vector<SplitItem>& items, std::size_t index,
                     const std::vector<double>& ratios)
{
    std::size_t rank = 0, count = 0;
    for (std::size_t other = 0; other < items.size (); ++other)
    {
        if (items[other].label != items[index].label)
            continue;
        ++count;
        rank += items[other].hash < items[index].hash ||
                        (items[other].hash == items[index].hash && other < index)
                    ? 1
                    : 0;
    }
    const auto shares = shareOut (count, ratios);
    return rank < shares[0] ? 0 : rank < shares[0] + shares[1] ? 1 : 2;
}

} // namespace

TEST_CASE ("shares are whole files that add up", "[inputs][splits]")
{
    using Shares = std::vector<std::size_t>;
    CHECK (shareOut (10, {0.8, 0.1, 0.1}) == Shares {8, 1, 1});
    CHECK (shareOut (10, {8, 1, 1}) == Shares {8, 1, 1});
    CHECK (shareOut (1, {8, 1, 1}) == Shares {1, 0, 0});
    CHECK (shareOut (0, {8, 1, 1}) == Shares {0, 0, 0});
    CHECK (shareOut (5, {1, 1, 1}) == Shares {2, 2, 1});
    CHECK (shareOut (3, {0, 1, 0}) == Shares {0, 3, 0});
    CHECK (shareOut (9, {7}) == Shares {9});
    for (std::size_t count = 0; count < 500; ++count)
    {
        const auto shares = shareOut (count, {0.7, 0.2, 0.1});
        REQUIRE (shares[0] + shares[1] + shares[2] == count);
        REQUIRE (shares[0] == Approx (0.7 * static_cast<double> (count)).margin (1));
    }
}

TEST_CASE ("each label is cut in the ratio, by the order of hashes", "[inputs][splits]")
{
    const std::vector<double> ratios {8, 1, 1};
    auto items = namedItems (107, 3);
    items[5].hash = items[8].hash; // equal hashes in one label: the earlier file comes first
    const auto splits = divideByRatio (items, ratios);
    for (std::size_t index = 0; index < items.size (); ++index)
        REQUIRE (splits[index] == splitByCounting (items, index, ratios));
    const auto counts = countsByLabel (items, splits);
    CHECK (counts.at (0) == Counts {29, 4, 3}); // 36 files: 28.8, 3.6, 3.6
    CHECK (counts.at (1) == Counts {29, 4, 3});
    CHECK (counts.at (2) == Counts {28, 4, 3}); // 35: 28, 3.5, 3.5
}

TEST_CASE ("a group is never divided, and a cut misses by half a group at most", "[inputs][splits]")
{
    const unsigned seed = GENERATE (1u, 2u, 3u, 4u);
    CAPTURE (seed);
    std::mt19937 random (seed);
    const std::vector<double> ratios {7, 2, 1};
    std::vector<SplitItem> items;
    std::map<int, std::size_t> groupSizes;
    std::map<int, int> labelOfGroup;
    for (int index = 0; index < 4000; ++index)
    {
        const int group = static_cast<int> (random () % 150);
        labelOfGroup.try_emplace (group, static_cast<int> (random () % 4));
        items.push_back ({hashOfName (std::to_string (group)), labelOfGroup[group], group});
        ++groupSizes[group];
    }
    const auto splits = divideByRatio (items, ratios);
    std::map<int, int> splitOfGroup;
    for (std::size_t index = 0; index < items.size (); ++index)
        REQUIRE (splitOfGroup.try_emplace (items[index].group, splits[index]).first->second ==
                 splits[index]);

    std::size_t largest = 0;
    for (const auto& [group, size] : groupSizes)
        largest = std::max (largest, size);
    for (const auto& [label, counts] : countsByLabel (items, splits))
    {
        const auto shares = shareOut (counts[0] + counts[1] + counts[2], ratios);
        const auto first = static_cast<double> (counts[0]),
                   both = first + static_cast<double> (counts[1]);
        CHECK (std::abs (first - static_cast<double> (shares[0])) <=
               static_cast<double> (largest) / 2);
        CHECK (std::abs (both - static_cast<double> (shares[0] + shares[1])) <=
               static_cast<double> (largest) / 2);
    }
}

TEST_CASE ("a group counts for the label that most of its files have", "[inputs][splits]")
{
    // The group's labels are 1, 0, 1. Its middle is at 1.5 of 3, behind the cut at 1.
    std::vector<SplitItem> items {{5, 1, 0}, {5, 0, 0}, {5, 1, 0}};
    CHECK (divideByRatio (items, {1, 0, 2}) == std::vector<int> {2, 2, 2});
    // Label 0 then has a single file, which goes to the larger share. With the group it would come
    // first.
    items.push_back ({1, 0, -1});
    CHECK (divideByRatio (items, {1, 0, 2}) == std::vector<int> {2, 2, 2, 2});
    // A tie goes to the smaller label. Its file with a smaller hash then comes first.
    items = {{5, 1, 0}, {5, 0, 0}, {1, 0, -1}};
    CHECK (divideByRatio (items, {1, 0, 2}) == std::vector<int> {2, 2, 0});
}

TEST_CASE ("a ratio of one part takes all, and nothing gives nothing", "[inputs][splits]")
{
    const auto items = namedItems (10, 1);
    CHECK (divideByRatio (items, {0, 1, 0}) == std::vector<int> (10, 1));
    CHECK (divideByRatio ({}, {8, 1, 1}).empty ());
    CHECK (splitOfHash (0, {0, 0, 3}) == 2);
    CHECK (splitOfHash (~std::uint64_t {0}, {3, 0, 0}) == 0);
}

TEST_CASE ("a stable split compares the hash with thresholds that nothing moves",
           "[inputs][splits]")
{
    const std::vector<double> ratios {8, 1, 1};
    constexpr double whole = 0x1p64;
    const auto at = [&] (double part)
    { return splitOfHash (static_cast<std::uint64_t> (part * whole), ratios); };
    CHECK (at (0) == 0);
    CHECK (at (0.7999) == 0);
    CHECK (at (0.8001) == 1);
    CHECK (at (0.8999) == 1);
    CHECK (at (0.9001) == 2);
    CHECK (splitOfHash (~std::uint64_t {0}, ratios) == 2);

    // 100,000 names: the binomial's standard deviation of the first part is 126 files.
    Counts counts {};
    for (int index = 0; index < 100000; ++index)
        ++counts[static_cast<std::size_t> (
            splitOfHash (hashOfName ("clip_" + std::to_string (index) + ".wav"), ratios))];
    CHECK (std::abs (static_cast<double> (counts[0]) - 80000) < 5 * 126);
    CHECK (std::abs (static_cast<double> (counts[1]) - 10000) < 5 * 95);
}

TEST_CASE ("the hash of a name never changes", "[inputs][splits]")
{
    // FNV-1a of "" and "a" are its published constants. Python 3.11 computed fmix64 of them.
    CHECK (hashOfName ("") == 0xEFD01F60BA992926u);
    CHECK (hashOfName ("a") == 0x82A2A958A9BECE5Bu);
}
