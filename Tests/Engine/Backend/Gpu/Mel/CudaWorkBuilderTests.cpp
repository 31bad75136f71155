// The tables that the host builds of a batch for a GPU.
#include "Engine/Backend/Gpu/Mel/ProgramTables.h"
#include "Engine/Backend/Gpu/Mel/WorkBuilder.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <random>

using namespace melstrom;
using namespace melstrom::gpu;

namespace
{
/** Tables as large as a plan makes them. */
struct Tables
{
    explicit Tables (const WorkSizes& sizes)
        : spans (static_cast<std::size_t> (sizes.numSpans)),
          tiles (static_cast<std::size_t> (sizes.numTiles)),
          units (static_cast<std::size_t> (sizes.numUnits)),
          blocks (static_cast<std::size_t> (sizes.numBlocks))
    {
        tables.counts = &counts;
        tables.spans = spans.data ();
        tables.tiles = tiles.data ();
        tables.units = units.data ();
        tables.blocks = blocks.data ();
        tables.inputRuns.reserve (spans.size ());
        tables.outputRuns.reserve (spans.size ());
    }
    WorkCounts counts;
    std::vector<DeviceSpan> spans;
    std::vector<MelTile> tiles;
    std::vector<DeviceUnit> units;
    std::vector<DeviceBlock> blocks;
    WorkTables tables;
};

/** Spans of one signal that fill an output of numRows rows. */
std::vector<MelSpan> fillingSpans (const MelGeometry& geometry, std::int64_t numRows,
                                   std::int64_t numSpans, std::mt19937& random)
{
    const bool onGrid =
        geometry.spec.layout == Layout::frames && geometry.spec.needsSignalStatistics ();
    std::vector<MelSpan> spans;
    std::int64_t done = 0;
    for (std::int64_t i = 0; i < numSpans; ++i)
    {
        MelSpan span;
        span.signalSamples = 1 << 30;
        span.firstRow = onGrid ? 0 : static_cast<std::int64_t> (random () % 1000);
        span.numRows = i + 1 == numSpans
                           ? numRows - done
                           : static_cast<std::int64_t> (
                                 random () % static_cast<unsigned> (numRows / numSpans + 1));
        span.outputByte = done * geometry.rowBytes ();
        done += span.numRows;
        spans.push_back (span);
    }
    return spans;
}

/** Segments with every kind of overlap: long windows that reach back behind the last short one. */
MelSpec segmentSpec (int longHop, int shortHop, int hop)
{
    MelSpec spec = findPreset ("leak-fine")->spec;
    spec.longHopSamples = longHop;
    spec.shortHopSamples = shortHop;
    spec.hop = {static_cast<double> (hop)};
    return spec;
}

std::vector<MelSpec> specsInQuestion ()
{
    std::vector<MelSpec> specs;
    for (const MelPreset& preset : builtInPresets ())
        specs.push_back (preset.spec.unstacked ()); // as a plan of frames is made
    for (const int longHop : {128, 256, 512, 1024, 4096})
        for (const int shortHop : {64, 128, 256})
            for (const int hop : {16, 32, 64})
                specs.push_back (segmentSpec (longHop, shortHop, hop));
    specs.push_back (findPreset ("librosa-db")->spec);
    specs.back ().deltaOrder = 2;
    return specs;
}

/** Whether the rows of every span lie in tiles, each row once, and no tile is too large. */
bool tilesCover (const Tables& tables, const MelProgram& program, TileShape tile)
{
    std::int64_t covered = 0, expected = 0;
    for (int i = 0; i < tables.counts.numTiles; ++i)
    {
        const MelTile& each = tables.tiles[static_cast<std::size_t> (i)];
        if (each.numUnits * each.framesPerUnit > tile.framesPerTile || each.framesPerUnit < 1)
            return false;
        covered += program.isShared ? each.numSegments : each.numUnits * each.framesPerUnit;
    }
    for (int i = 0; i < tables.counts.numSpans; ++i)
    {
        const DeviceSpan& span = tables.spans[static_cast<std::size_t> (i)];
        expected += program.isShared ? span.numRows : span.numFrames;
    }
    return covered == expected;
}
} // namespace

TEST_CASE ("batches that fill a plan's capacity fit into its tables", "[cuda][tables]")
{
    constexpr unsigned kSeed = 5;
    std::mt19937 random (kSeed);
    const auto specs = specsInQuestion ();
    const auto framesPerTile = GENERATE (1, 8, 16, 32, 100);
    int numShared = 0;
    for (std::size_t index = 0; index < specs.size (); ++index)
    {
        INFO ("spec " << index << ", tiles of " << framesPerTile << ", seed " << kSeed);
        const auto geometry = geometryAt (specs[index], specs[index].rateHz.value_or (16000));
        REQUIRE (geometry.ok ());
        ProgramTables bank = makeProgramTables (*geometry);
        if (bank.program.framesPerSegment > framesPerTile)
            bank.program.isShared = false;
        numShared += bank.program.isShared;
        const TileShape tile = tileShapeOf (bank.program, framesPerTile);
        const MelSteps steps = MelSteps::of (bank.program, true);
        for (const int numSpans : {1, 2, 7, 60})
        {
            constexpr std::int64_t kNumRows = 400;
            const WorkSizes sizes = WorkSizes::of (
                *geometry, bank.program, tile,
                {1000, static_cast<std::size_t> (kNumRows * geometry->rowBytes ()), numSpans});
            Tables tables (sizes);
            const WorkBuilder builder (*geometry, bank.program, steps, tile, sizes);
            const auto spans = fillingSpans (*geometry, kNumRows, numSpans, random);
            REQUIRE (builder.build ({nullptr, nullptr, spans, MelPass::whole}, MelPass::whole,
                                    tables.tables));
            CHECK (tilesCover (tables, bank.program, tile));
        }
    }
    CHECK ((numShared > 0 || framesPerTile == 1));
}

TEST_CASE ("a tile has the frames of all its segments and no room for the next one",
           "[cuda][tables]")
{
    constexpr unsigned kSeed = 6;
    std::mt19937 random (kSeed);
    const auto framesPerTile = GENERATE (8, 16, 32, 100);
    int numRuns = 0;
    for (const MelSpec& spec : specsInQuestion ())
    {
        const auto geometry = geometryAt (spec, spec.rateHz.value_or (16000));
        REQUIRE (geometry.ok ());
        const MelProgram program = makeProgramTables (*geometry).program;
        if (! program.isShared || program.framesPerSegment > framesPerTile)
            continue;
        const SharedRuns runs (*geometry, program.sharedStepSamples, framesPerTile);
        const auto firstFrameOf = [&] (std::int64_t segment)
        { return geometry->segmentStart (segment) / program.sharedStepSamples; };
        for (int i = 0; i < 50; ++i, ++numRuns)
        {
            const auto first = static_cast<std::int64_t> (random () % 100'000),
                       end = first + 1 + static_cast<std::int64_t> (random () % 200);
            const SharedRun run = runs.from (first, end);
            INFO ("segments " << first << " to " << end << ", tiles of " << framesPerTile
                              << ", seed " << kSeed);
            REQUIRE (run.endSegment > first);
            REQUIRE (run.endSegment <= end);
            CHECK (run.endFrame - run.firstFrame <= framesPerTile);
            std::int64_t lowest = firstFrameOf (first), highest = lowest;
            for (std::int64_t segment = first; segment < run.endSegment; ++segment)
            {
                lowest = std::min (lowest, firstFrameOf (segment));
                highest = std::max (highest, firstFrameOf (segment));
            }
            CHECK (run.firstFrame == lowest);
            CHECK (run.endFrame == highest + program.framesPerSegment);
            if (run.endSegment == end)
                continue;
            const std::int64_t next = firstFrameOf (run.endSegment);
            CHECK (std::max (highest, next) + program.framesPerSegment - std::min (lowest, next) >
                   framesPerTile);
        }
    }
    CHECK (numRuns > 500);
}

TEST_CASE ("only the samples and rows of spans are copied", "[cuda][tables]")
{
    const auto geometry = geometryAt (findPreset ("vggish")->spec, 16000);
    const ProgramTables bank = makeProgramTables (*geometry);
    const TileShape tile = tileShapeOf (bank.program, 16);
    const WorkSizes sizes = WorkSizes::of (*geometry, bank.program, tile, {100'000, 20'000, 4});
    Tables tables (sizes);
    const WorkBuilder builder (*geometry, bank.program, MelSteps::of (bank.program, true), tile,
                               sizes);
    const std::int64_t row = geometry->rowBytes ();
    std::vector<MelSpan> spans (4);
    for (MelSpan& span : spans)
    {
        span.numSamples = span.signalSamples = 400;
        span.numRows = 1;
    }
    spans[0].inputByte = 300; // two spans share their samples and have neighbouring rows
    spans[1].inputByte = 300;
    spans[1].outputByte = row;
    spans[2].inputByte = 1200; // a small gap
    spans[2].outputByte = 5 * row;
    spans[3].inputByte = 50'002; // a large one
    spans[3].outputByte = 4 * row;
    REQUIRE (
        builder.build ({nullptr, nullptr, spans, MelPass::whole}, MelPass::whole, tables.tables));

    const auto& inputs = tables.tables.inputRuns;
    REQUIRE (inputs.size () == 2);
    CHECK (inputs[0].hostByte == 300);
    CHECK (inputs[0].numBytes == 1700);
    CHECK (inputs[1].hostByte == 50'002);
    CHECK (inputs[1].numBytes == 800);
    for (const CopyRun& run : inputs)
        CHECK (run.deviceByte % 256 == run.hostByte % 256);
    CHECK (tables.spans[2].inputByte - tables.spans[0].inputByte == 900);
    const auto& outputs = tables.tables.outputRuns;
    REQUIRE (outputs.size () == 3);
    CHECK (outputs[0].numBytes == 2 * row);
    CHECK (outputs[1].hostByte == 5 * row);
    CHECK (outputs[2].hostByte == 4 * row);
}
