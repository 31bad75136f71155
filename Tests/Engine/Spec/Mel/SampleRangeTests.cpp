// MelGeometry::samplesOfRows against all samples that each frame reads.
#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <set>

using namespace melstrom;

namespace
{
/** The sample of the signal that padding copies to index j; empty: a zero. */
std::optional<std::int64_t> source (const MelGeometry& g, std::int64_t j,
                                    std::int64_t signalSamples)
{
    const Padding padding = g.spec.padding;
    if (g.spec.fillLastFrame && j >= signalSamples + g.padSamples)
        return std::nullopt;
    while (padding != Padding::constant && (j < 0 || j >= signalSamples))
    {
        const std::int64_t edge = padding == Padding::reflect ? 1 : 0;
        j = j < 0 ? edge - 1 - j : 2 * signalSamples - 1 - edge - j;
    }
    return j < 0 || j >= signalSamples ? std::nullopt : std::optional (j);
}

void touch (const MelGeometry& g, std::int64_t j, std::int64_t signalSamples,
            std::set<std::int64_t>& touched)
{
    const auto sample = source (g, j, signalSamples);
    if (! sample)
        return;
    touched.insert (*sample);
    const bool looksBack =
        g.spec.preemphasis != 0 && g.spec.preemphasisScope == PreemphasisScope::signal;
    if (looksBack && *sample > 0)
        touched.insert (*sample - 1);
}

std::set<std::int64_t> touchedSamples (const MelGeometry& g, std::int64_t signalSamples,
                                       std::int64_t firstRow, std::int64_t rows)
{
    std::set<std::int64_t> touched;
    const std::int64_t halo = g.spec.deltaOrder * (g.spec.deltaWindow / 2);
    const auto first = std::max<std::int64_t> (0, firstRow - halo);
    const auto end = std::min (g.numFrames (signalSamples), firstRow + rows + halo);
    for (auto frame = first; frame < end; ++frame)
        for (std::int64_t i = 0; i < g.spanSamples; ++i)
            touch (g, g.frameStart (frame) + i, signalSamples, touched);
    return touched;
}

std::set<std::int64_t> touchedBySegments (const MelGeometry& g, std::int64_t signalSamples,
                                          std::int64_t firstRow, std::int64_t rows)
{
    std::set<std::int64_t> touched;
    for (auto row = firstRow; row < firstRow + rows; ++row)
        for (std::int64_t i = 0; i < g.spec.shortWindowSamples; ++i)
            if (const auto j = g.segmentStart (row) + i; j < signalSamples)
                touch (g, j, signalSamples, touched);
    return touched;
}

/** A spec with frames and segments of a few samples. */
std::optional<MelGeometry> smallGeometry (std::mt19937& random, Layout layout)
{
    const auto upTo = [&] (int most) { return static_cast<int> (random () % (most + 1)); };
    MelSpec spec;
    spec.window = {2.0 + upTo (10), Length::Unit::samples};
    spec.fftSamples = static_cast<int> (spec.window.value) + upTo (8);
    spec.hop = {1.0 + upTo (12), Length::Unit::samples};
    spec.framing = static_cast<Framing> (upTo (3));
    spec.padding = static_cast<Padding> (upTo (2));
    spec.windowPlacement = static_cast<WindowPlacement> (upTo (1));
    spec.dropLastFrame = upTo (3) == 0;
    spec.fillLastFrame = spec.framing != Framing::kaldiEdges && upTo (2) == 0;
    spec.preemphasis = upTo (1) * 0.97;
    spec.preemphasisScope = static_cast<PreemphasisScope> (upTo (1));
    spec.deltaOrder = upTo (2);
    spec.deltaWindow = 3 + 2 * upTo (1);
    spec.layout = layout;
    spec.longWindowSamples = 12 + upTo (20);
    spec.longHopSamples = 1 + upTo (40);
    spec.shortWindowSamples = 6 + upTo (6);
    spec.shortHopSamples = 1 + upTo (14);
    spec.padLastSegment = upTo (1) == 1;
    if (auto geometry = geometryAt (spec, 16000))
        return *geometry;
    return std::nullopt;
}

void checkRange (const MelGeometry& g, std::int64_t signalSamples, std::int64_t firstRow,
                 std::int64_t rows)
{
    const bool cuts = g.spec.layout == Layout::segments;
    const auto touched = cuts ? touchedBySegments (g, signalSamples, firstRow, rows)
                              : touchedSamples (g, signalSamples, firstRow, rows);
    const auto range = g.samplesOfRows (signalSamples, firstRow, rows);
    REQUIRE (range.first >= 0);
    REQUIRE (range.first <= range.end);
    REQUIRE (range.end <= signalSamples);
    if (touched.empty ())
        return;
    REQUIRE (range.first <= *touched.begin ());
    REQUIRE (range.end > *touched.rbegin ());
    // The range may be the whole signal if reflections repeat, and may cover gaps between frames or
    // zeros behind the end. Otherwise it is exactly the samples read.
    const bool mirrorsAgain = g.spec.padding != Padding::constant &&
                              signalSamples < std::max (g.spanSamples, g.fftSamples) + g.hopSamples;
    const bool hasGaps = g.hopSamples > g.spanSamples;
    if (cuts ? ! g.spec.padLastSegment : ! mirrorsAgain && ! hasGaps)
    {
        REQUIRE (range.first == *touched.begin ());
        REQUIRE (range.end == *touched.rbegin () + 1);
    }
}
} // namespace

TEST_CASE ("the samples of rows are those that their frames touch", "[geometry]")
{
    constexpr unsigned kSeed = 4711;
    INFO ("seed " << kSeed);
    std::mt19937 random (kSeed);
    const auto layout = GENERATE (Layout::frames, Layout::segments);
    int numChecked = 0;
    for (int trial = 0; trial < 3000; ++trial)
    {
        const auto geometry = smallGeometry (random, layout);
        if (! geometry)
            continue;
        const std::int64_t signalSamples = 1 + random () % 90;
        const auto allRows = geometry->numRows (signalSamples);
        for (int cut = 0; cut < 8 && allRows > 0; ++cut)
        {
            const std::int64_t firstRow = random () % allRows;
            const std::int64_t rows = 1 + random () % (allRows - firstRow);
            INFO (toToml (geometry->spec) << "samples " << signalSamples << ", rows " << firstRow
                                          << " + " << rows << " of " << allRows);
            checkRange (*geometry, signalSamples, firstRow, rows);
            ++numChecked;
        }
    }
    CHECK (numChecked > 5000);
}

TEST_CASE ("rows beyond the last need what the last need, and no rows need nothing", "[geometry]")
{
    const auto g = *geometryAt (MelSpec {}, 22050);
    const auto all = g.samplesOfRows (100000, 0, g.numRows (100000));
    CHECK (all.first == 0);
    CHECK (all.end == 100000);
    CHECK (g.samplesOfRows (100000, 0, std::numeric_limits<std::int64_t>::max ()).end == 100000);
    const auto none = g.samplesOfRows (100000, 3, 0);
    CHECK (none.first == none.end);
    const auto beyond = g.samplesOfRows (100000, 1 << 20, 5);
    CHECK (beyond.first == beyond.end);
}

TEST_CASE ("one row in the middle needs one span and no more", "[geometry]")
{
    const auto g = *geometryAt (MelSpec {}, 22050);
    const auto range = g.samplesOfRows (1 << 20, 100, 1);
    CHECK (range.first == 100 * 512 - 1024);
    CHECK (range.end == range.first + 2048);
}
