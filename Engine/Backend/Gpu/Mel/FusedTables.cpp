#include "Engine/Backend/Gpu/Mel/FusedTables.h"

#include "Engine/Backend/Gpu/Kernels/Fused/TileRing.h"
#include "Engine/Dsp/Mel/Window.h"

#include <algorithm>

namespace melstrom::gpu
{

namespace
{
/** Twiddles of rows 1 .. R/2 - 1 of the columns. The two real rows use compile-time constants. */
void makeSquareTwiddles (FusedTables& tables, int size)
{
    for (int row = 1; row < size / 2; ++row)
        for (int column = 0; column < size; ++column)
            tables.twiddles.push_back (
                turn (std::int64_t {row} * column, std::int64_t {size} * size));
}

void makeTwiddles (FusedTables& tables)
{
    FusedProgram& program = tables.program;
    int length = program.numTransform;
    for (int pass = 0; pass + 1 < program.numPasses; ++pass)
    {
        program.twiddleOffset[pass] = static_cast<std::int32_t> (tables.twiddles.size ());
        const int radix = program.radix[pass], stride = length / radix;
        for (int q = 1; q < radix; ++q)
            for (int index = 0; index < stride; ++index)
                tables.twiddles.push_back (turn (std::int64_t {index} * q, length));
        length = stride;
    }
    for (int k = 0; k < program.numTransform; ++k)
        tables.unpack.push_back (turn (k, 2 * std::int64_t {program.numTransform}));
}

int hopOf (const MelProgram& plan)
{
    return plan.isShared ? plan.sharedStepSamples : plan.hopSamples;
}

/** Half a warp reads pairs of samples from frames a hop apart: the pad spreads them over the memory
    banks. No pad if points of the first pass would lose their equal distance. isAlone: one thread
    transforms a frame. */
void setStaging (FusedProgram& program, const MelProgram& plan, bool isAlone)
{
    const int hop = hopOf (plan), stride = program.numTransform / program.radix[0];
    const bool inFours = isAlone && hop % 4 == 0; // a lane reads four samples at a time
    const int spread = inFours ? 4 : 2 * std::max (1, 16 / program.framesPerTile);
    program.pairsAligned = hop % 2 == 0;
    if (! program.isWarp && hop % (2 * stride) == 0)
    {
        program.rowPad = ((spread - hop) % (2 * spread) + 2 * spread) % (2 * spread);
        program.hopMagic = static_cast<std::uint32_t> (((std::uint64_t {1} << 32) + hop - 1) / hop);
    }
    program.foursAligned = program.rowPad == 0 || (hop % 4 == 0 && program.rowPad % 4 == 0);
    program.stagedShift = plan.windowOffset;
}

int stagedPlace (const FusedProgram& program, const MelProgram& plan, int sample)
{
    return sample + program.rowPad * (sample / hopOf (plan));
}

/** Reorders points q size/2 + pair, so that all points of a pair of columns are adjacent. */
std::vector<Complex> byColumnPairs (const std::vector<Complex>& points, int size)
{
    std::vector<Complex> sorted;
    for (int pair = 0; pair < size / 2; ++pair)
        for (int q = 0; q < size; ++q)
            sorted.push_back (points[static_cast<std::size_t> (q * size / 2 + pair)]);
    return sorted;
}

/** scale: of the samples, times 1/2 for a complex transform of real numbers. */
void makeWindowPairs (FusedTables& tables, const std::vector<double>& window,
                      const MelProgram& plan, float scale, bool isSquare)
{
    FusedProgram& program = tables.program;
    const auto weightAt = [&] (int n)
    {
        const bool isInside = n >= 0 && n < plan.windowSamples;
        return isInside ? scale * static_cast<float> (window[static_cast<std::size_t> (n)]) : 0.0f;
    };
    for (int m = 0; m < program.numTransform; ++m)
    {
        const int n = 2 * m - plan.windowOffset;
        tables.window.push_back ({weightAt (n), weightAt (n + 1)});
    }
    const int stride = program.numTransform / program.radix[0];
    if (program.numPasses == 1)
        std::ranges::copy (tables.window, program.smallWindow);
    else if (isSquare)
        tables.window = byColumnPairs (tables.window, program.radix[0]);
    for (int q = 0; q < program.radix[0]; ++q)
        program.pointBytes[q] = static_cast<std::int32_t> (sizeof (float)) *
                                stagedPlace (program, plan, 2 * q * stride);
}

/** Floats of one staged unit. */
int stretchFloats (const FusedProgram& program, const MelProgram& plan, const TileShape& tile)
{
    const int frames = tile.unitsPerTile > 1 ? plan.framesPerSegment : tile.framesPerTile;
    const int samples = (frames - 1) * hopOf (plan) + plan.fftSamples;
    return (stagedPlace (program, plan, samples) + 4) / 4 * 4; // keeps groups of four aligned
}

/** Places tables of columns, quads and runs at `place`, behind all other shared memory, which
    consists of whole quads. Returns the end. */
int placeSquareTables (FusedTables& tables, int place)
{
    FusedProgram& program = tables.program;
    program.tableOffset = place;
    program.bankOffset = place;
    if (program.numPasses > 1)
        program.bankOffset +=
            static_cast<std::int32_t> (2 * (tables.window.size () + tables.twiddles.size ()));
    return program.bankOffset +
           static_cast<std::int32_t> (4 * tables.quads.size () + 2 * tables.bandRuns.size ());
}

/** True if numBlocks thread blocks fit into the shared memory of a multiprocessor of compute
    capability 9.0. The driver takes 1 KiB of each. */
bool fitsTogether (int numBlocks, int sharedFloats)
{
    constexpr int kMultiprocessorBytes = 228 * 1024, kDriverBytes = 1024;
    return numBlocks * (static_cast<int> (sizeof (float)) * sharedFloats + kDriverBytes) <=
           kMultiprocessorBytes;
}

/** Places in shared memory: ring of tiles, samples, points, powers (in the points' place if
    possible), features (behind the points if as many thread blocks fit), sums, tables of a
    square. */
void layOut (FusedTables& tables, const MelProgram& plan, const TileShape& tile,
             const FusedShape& shape, bool isSquare)
{
    FusedProgram& program = tables.program;
    const int frames = program.framesPerTile;
    const auto inFours = [] (int floats) { return (floats + 3) / 4 * 4; };
    program.stretchFloats = stretchFloats (program, plan, tile);
    program.featureStride = frames + 4;
    program.bufferOffset = kRingFloats + inFours (program.stretchFloats * tile.unitsPerTile);
    if (program.isWarp)
        return layOutRooms (program);

    const int last = program.numTransform - 1;
    const bool isCompiled = shape.compiled >= 0, isPowerOfTwo = (last & (last + 1)) == 0;
    const bool isPadded = isCompiled && isPowerOfTwo && frames < 16;
    const int rows = program.numPasses == 1 ? 0 : 1 + last + (isPadded ? last / 8 + last / 64 : 0);
    const int points = inFours (2 * rows * frames);
    const bool powersTakePoints = isCompiled && program.numPasses > 1;
    program.powerOffset = program.bufferOffset + (powersTakePoints ? 0 : points);
    const int afterPowers = program.powerOffset + inFours (program.numPowerRows * frames);
    const int afterPoints = std::max (afterPowers, program.bufferOffset + points);
    const auto placeRest = [&] (int featureOffset)
    {
        program.featureOffset = featureOffset;
        program.partialOffset = std::max (
            afterPoints, featureOffset + inFours ((plan.numPlanes + 1) * program.featureStride));
        program.sharedFloats =
            program.partialOffset + (plan.hasFrameSteps ? program.numThreads + 2 * frames : 0);
        if (isSquare)
            program.sharedFloats = placeSquareTables (tables, program.sharedFloats);
    };
    placeRest (afterPoints);
    program.keepsFeatures =
        afterPoints == afterPowers || fitsTogether (shape.blocksAtOnce, program.sharedFloats);
    if (! program.keepsFeatures)
        placeRest (afterPowers);
}

} // namespace

TileShape tileShapeOf (const MelProgram& plan, int framesPerTile) noexcept
{
    TileShape tile {framesPerTile, 1};
    if (plan.isSegments && ! plan.isShared)
        tile.unitsPerTile = std::max (1, framesPerTile / plan.framesPerSegment);
    return tile;
}

FusedTables makeFusedTables (const MelGeometry& geometry, ProgramTables& bank,
                             const FusedShape& shape)
{
    MelProgram& plan = bank.program;
    if (plan.framesPerSegment > shape.framesPerTile)
    {
        plan.isShared = false;
        plan.sharedStepSamples = 0;
    }
    FusedTables tables;
    FusedProgram& program = tables.program;
    program.numTransform = shape.fftSamples / 2;
    program.framesPerTile = shape.framesPerTile;
    program.numThreads = shape.numThreads;
    program.compiled = shape.compiled;
    program.isWarp = shape.isWarp;
    program.numPasses = static_cast<std::int32_t> (shape.radices.size ());
    std::copy (shape.radices.begin (), shape.radices.end (), program.radix);

    const int square = shape.compiled < 0 ? 0 : squareSize (shape.hasSteps, shape.radices);
    const float halved = square > 0 ? 1.0f : 0.5f;
    if (square > 0)
        makeSquareTwiddles (tables, square);
    else
        makeTwiddles (tables);
    setStaging (program, plan, program.numPasses == 1);
    makeWindowPairs (tables, makeWindow (geometry.spec.windowShape, geometry.windowSamples), plan,
                     plan.hasFrameSteps ? halved : halved * plan.sampleScale, square > 0);
    if (! plan.hasFrameSteps)
        plan.sampleScale = 1.0f;
    if (program.isWarp)
        makeLaneTables (tables);
    // a quad may extend three bins past the last one
    program.numPowerRows = program.isWarp ? WarpShape<1>::kPowerFloats : program.numTransform + 4;
    makeBandRuns (tables, bank);
    layOut (tables, plan, tileShapeOf (plan, shape.framesPerTile), shape, square > 0);
    const int featureStep = program.isWarp ? WarpShape<1>::kFeatureStep : 1;
    if (plan.isShared)
        for (int plane = 0; plane < plan.numPlanes; ++plane)
            for (int frame = 0; frame < plan.framesPerSegment; ++frame)
                tables.segmentElements.push_back (plane * program.featureStride +
                                                  frame * featureStep);
    return tables;
}

} // namespace melstrom::gpu
