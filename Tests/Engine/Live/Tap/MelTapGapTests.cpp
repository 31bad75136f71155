// A tap that is told of samples that never came.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/TapRig.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** A rig whose samples keep their index in the rig's sound: skipped samples are passed over. */
void skip (TapRig& rig, int numSamples)
{
    rig.tap->skip (numSamples);
    rig.numPushed += numSamples;
}

/** Rows behind a gap that ends at `gapEnd`, of samples up to rig.numPushed. */
void checkRowsBehind (TapRig& rig, int gapEnd)
{
    const auto hop = rig.geometry ().hopSamples;
    const auto first = (gapEnd + hop - 1) / hop;
    const auto after = rig.pop (rig.settled (rig.numPushed - first * hop));
    CHECK (after.firstRow == first);
    CHECK (after.generation == rig.generation);
    CHECK (rig.tap->firstSampleOf (after.firstRow) == rig.geometry ().frameStart (first));
    CHECK (areTapRows (after.values,
                       tapRowsOfBatch (rig.settings, sumOf (rig), first * hop, rig.numPushed), 0,
                       rig.geometry ()));
    CHECK (rig.tap->lastSamples (100).firstSample == gapEnd);
}

} // namespace

TEST_CASE ("rows behind a gap of the device have their places", "[live][tap]")
{
    // shorter than a hop, a hop, a window, and longer than the ring
    const int gapSamples = GENERATE (1, 512, 2048, 100'000);
    INFO (gapSamples);
    TapRig rig (tapSettings ("librosa-db"));
    rig.push (20000);
    const auto before = rig.pop (rig.settled (20000));
    CHECK (before.firstRow == 0);
    CHECK (before.numRows == rig.settled (20000));
    skip (rig, gapSamples);
    const auto gapEnd = rig.numPushed;
    rig.push (20000);
    checkRowsBehind (rig, gapEnd);
}

TEST_CASE ("gaps that follow each other are one gap", "[live][tap]")
{
    TapRig rig (tapSettings ("torchaudio"));
    rig.push (20000);
    CHECK (rig.pop (rig.settled (20000)).numRows == rig.settled (20000));
    for (const int numSamples : {100, 3000, 7})
        skip (rig, numSamples);
    const auto gapEnd = rig.numPushed;
    rig.push (20000);
    checkRowsBehind (rig, gapEnd);
}

TEST_CASE ("behind a gap at the start row 0 covers the first samples that came", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    skip (rig, 10'000);
    rig.push (20000);
    const auto rows = rig.pop (rig.settled (20000));
    CHECK (rows.firstRow == 0);
    CHECK (rig.tap->firstSampleOf (0) == 10'000 + rig.geometry ().frameStart (0));
    CHECK (areTapRows (rows.values,
                       tapRowsOfBatch (rig.settings, sumOf (rig), 10'000, rig.numPushed), 0,
                       rig.geometry ()));
}

TEST_CASE ("a tap that is not prepared ignores gaps", "[live][tap]")
{
    const auto tap = std::move (*MelTap::make ());
    tap->skip (1000);
    REQUIRE (tap->prepare (kTapRateHz, kTapBlockSamples).ok ());
    REQUIRE (tap->set (tapSettings ("librosa-db"), nullptr).ok ());
    tap->watch (true);
    const std::vector<float> sound (20000, 0.5f);
    tap->push (sound.data (), sound.data (), 20000);
    TapRows rows;
    CHECK (waitFor (
        [&]
        {
            rows = tap->pop ();
            return rows.numRows > 0;
        }));
    CHECK (rows.firstRow == 0);
}
