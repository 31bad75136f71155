// Pyramids of rows and waveforms against a search of all rows.
#include "Engine/Overview/RowPyramid.h"
#include "Engine/Overview/WavePyramid.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace melstrom::testing
{
namespace
{

constexpr int kBands = 5;

MelGeometry smallGeometry ()
{
    MelSpec spec;
    spec.numBands = kBands;
    spec.log = LogKind::decibel;
    spec.window = {256, Length::Unit::samples};
    spec.hop = {128, Length::Unit::samples};
    return *geometryAt (spec, 16000);
}

using Rows = std::map<std::int64_t, std::vector<float>>;

/** What `maximum` must give, by its definition. */
RowPresence searched (const Rows& rows, std::int64_t first, std::int64_t end,
                      std::vector<float>& levels)
{
    std::int64_t found = 0;
    for (auto row = rows.lower_bound (first); row != rows.end () && row->first < end; ++row)
    {
        for (std::size_t i = 0; i < levels.size (); ++i)
            levels[i] = found == 0 ? row->second[i] : std::max (levels[i], row->second[i]);
        ++found;
    }
    return found == 0             ? RowPresence::missing
           : found == end - first ? RowPresence::whole
                                  : RowPresence::sampled;
}

} // namespace

TEST_CASE ("a pyramid of rows gives the maxima of all its rows, with gaps and a limit",
           "[overview]")
{
    const auto seed = GENERATE (range (1u, 9u));
    const std::size_t mostBytes =
        GENERATE (std::size_t {20'000}, std::size_t {200'000}, std::size_t {100'000'000});
    INFO ("seed " << seed << ", " << mostBytes << " bytes");
    std::mt19937 random (seed);
    const auto upTo = [&random] (int most)
    { return std::uniform_int_distribution<int> (0, most) (random); };

    const auto geometry = smallGeometry ();
    const BandLevels toLevels (geometry, makeMelBank (geometry));
    RowPyramid pyramid (geometry, mostBytes);
    Rows rows;
    for (int piece = 0; piece < 300; ++piece)
    {
        const auto gap = upTo (9) == 0 ? upTo (2000) : upTo (9) == 0 ? -upTo (20) : 0;
        const auto first = std::max<std::int64_t> (0, pyramid.endRow () + gap);
        const int count = upTo (40);
        std::vector<float> values (static_cast<std::size_t> (count * kBands));
        for (auto& value : values)
            value = static_cast<float> (upTo (1000)) / 8 - 100;
        const auto before = pyramid.endRow ();
        pyramid.append (first, count, values.data ());
        for (int n = 0; n < count; ++n)
            if (first + n >= before)
            {
                auto& row = rows[first + n];
                for (int band = 0; band < kBands; ++band)
                    row.push_back (
                        toLevels.decibels (values[static_cast<std::size_t> (n * kBands + band)]));
            }
        rows.erase (rows.begin (), rows.lower_bound (pyramid.firstRow ()));

        const auto span = pyramid.endRow () + 20;
        for (int question = 0; question < 20; ++question)
        {
            const auto from = std::uniform_int_distribution<std::int64_t> (0, span) (random);
            const auto length = 1 + upTo (question < 10 ? 50 : 5000);
            std::vector<float> expected (kBands, 7), levels (kBands, 7);
            const auto presence = searched (rows, from, from + length, expected);
            INFO ("rows " << from << " + " << length);
            REQUIRE (pyramid.maximum (from, from + length, levels) == presence);
            REQUIRE (levels == expected);
        }
    }
    CHECK (pyramid.memoryBytes () <= std::max (mostBytes, std::size_t {20'000}));
    if (mostBytes == 20'000)
        CHECK (pyramid.firstRow () > 0);
    if (mostBytes == 100'000'000)
        CHECK (pyramid.firstRow () == 0);
}

TEST_CASE ("the revision of a pyramid changes when rows are dropped, not with new rows",
           "[overview]")
{
    RowPyramid pyramid (smallGeometry (), 20'000);
    const std::vector<float> row (kBands, -10);
    const auto revision = pyramid.revision ();
    std::int64_t next = 0;
    for (; pyramid.firstRow () == 0 && next < 100'000; ++next)
    {
        CHECK (pyramid.revision () == revision);
        pyramid.append (next, 1, row.data ());
    }
    CHECK (pyramid.firstRow () > 0);
    CHECK (pyramid.revision () != revision);
}

TEST_CASE ("a gap of years costs neither memory nor time", "[overview]")
{
    RowPyramid pyramid (smallGeometry (), 1 << 20);
    const std::vector<float> row (kBands, -10);
    constexpr std::int64_t kFar = std::int64_t {1} << 40;
    pyramid.append (3, 1, row.data ());
    pyramid.append (kFar, 1, row.data ());
    std::vector<float> levels (kBands);
    CHECK (pyramid.maximum (0, kFar + 1, levels) == RowPresence::sampled);
    CHECK (pyramid.maximum (4, kFar, levels) == RowPresence::missing);
    CHECK (pyramid.maximum (kFar, kFar + 1, levels) == RowPresence::whole);
    CHECK (pyramid.memoryBytes () < 200'000);
}

TEST_CASE ("a pyramid of a waveform gives the extremes of its steps", "[overview]")
{
    constexpr int kBase = WavePyramid::kBase;
    std::mt19937 random (5);
    std::uniform_real_distribution<float> sample (-1, 1);
    WavePyramid pyramid (48000, 2, 100'000);
    std::map<std::int64_t, std::array<WaveRange, 2>> steps;
    for (std::int64_t step = 0; step < 6000; ++step)
    {
        if (step % 1000 > 900)
            continue;
        std::array<WaveRange, 2> ranges;
        for (auto& range : ranges)
        {
            const float a = sample (random), b = sample (random);
            range = {std::min (a, b), std::max (a, b), true};
        }
        pyramid.append (step * kBase, ranges.data ());
        steps[step] = ranges;
    }
    CHECK (pyramid.memoryBytes () <= 100'000);
    CHECK (pyramid.firstSample () > 0);
    steps.erase (steps.begin (), steps.lower_bound (pyramid.firstSample () / kBase));
    for (int question = 0; question < 2000; ++question)
    {
        const auto first = std::uniform_int_distribution<std::int64_t> (0, 6000 * kBase) (random);
        const auto end =
            first + std::uniform_int_distribution<std::int64_t> (1, 500 * kBase) (random);
        for (int channel = 0; channel < 2; ++channel)
        {
            WaveRange expected;
            for (auto step = steps.lower_bound (first / kBase);
                 step != steps.end () && step->first * kBase < end; ++step)
            {
                const auto& one = step->second[static_cast<std::size_t> (channel)];
                expected.lowest =
                    expected.isThere ? std::min (expected.lowest, one.lowest) : one.lowest;
                expected.highest =
                    expected.isThere ? std::max (expected.highest, one.highest) : one.highest;
                expected.isThere = true;
            }
            const auto range = pyramid.range (channel, first, end);
            REQUIRE (range.isThere == expected.isThere);
            REQUIRE (range.lowest == expected.lowest);
            REQUIRE (range.highest == expected.highest);
        }
    }
}

} // namespace melstrom::testing
