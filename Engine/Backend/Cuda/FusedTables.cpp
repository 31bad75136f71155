#include "Engine/Backend/Cuda/FusedTables.h"

#include "Engine/Backend/Cuda/BandRuns.h"

#include "Engine/Backend/Cuda/Kernels/TileRing.h"
#include "Engine/Backend/SharedFrames.h"
#include "Engine/Dsp/Window.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace melstrom::cuda
{

namespace
{
constexpr int kSmallestTransform = 64, kLargestTransform = 4096;

/** Shapes with a kernel of their own; the index is the kernel's. See Kernels/FusedMel.cu. */
const std::vector<FusedShape>& compiledShapes ()
{
    static const std::vector<FusedShape> shapes {
#define MELSTROM_SHAPE(index, fft, frames, threads, blocks, steps, ...)                            \
    {fft, {__VA_ARGS__}, frames, threads, index, steps},
#include "Engine/Backend/Cuda/Kernels/CompiledShapes.inc"
#undef MELSTROM_SHAPE
    };
    return shapes;
}

/** Radices of the kernel for any shape, large ones first; empty where other primes are left. */
std::vector<int> anyRadices (int points)
{
    std::vector<int> radices;
    for (const int radix : {8, 5, 4, 3, 2})
        for (; points % radix == 0 && points > 1; points /= radix)
            radices.push_back (radix);
    return points == 1 ? radices : std::vector<int> {};
}

Complex turn (std::int64_t numerator, std::int64_t denominator)
{
    const double angle = -2.0 * std::numbers::pi * static_cast<double> (numerator % denominator) /
                         static_cast<double> (denominator);
    return {static_cast<float> (std::cos (angle)), static_cast<float> (std::sin (angle))};
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

/** Lanes of half a warp read pairs of samples, frames a hop apart: the pad spreads them over the
    banks. Where points of the first pass do not keep their distance over it, there is none. */
void setStaging (FusedProgram& program, const MelProgram& plan)
{
    const int hop = hopOf (plan), spread = 2 * std::max (1, 16 / program.framesPerTile);
    const int stride = program.numTransform / program.radix[0];
    program.pairsAligned = hop % 2 == 0;
    if (hop % (2 * stride) == 0)
    {
        program.rowPad = ((spread - hop) % (2 * spread) + 2 * spread) % (2 * spread);
        program.hopMagic = static_cast<std::uint32_t> (((std::uint64_t {1} << 32) + hop - 1) / hop);
    }
    program.stagedShift = plan.windowOffset;
}

int stagedPlace (const FusedProgram& program, const MelProgram& plan, int sample)
{
    return sample + program.rowPad * (sample / hopOf (plan));
}

/** scale: of the samples, halved for the transform of real numbers. */
void makeWindowPairs (FusedTables& tables, const std::vector<double>& window,
                      const MelProgram& plan, float scale)
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
    for (int q = 0; q < program.radix[0]; ++q)
        program.pointBytes[q] = static_cast<std::int32_t> (sizeof (float)) *
                                stagedPlace (program, plan, 2 * q * stride);
}

/** Floats from one staged unit to the next, or of the only one. */
int stretchFloats (const FusedProgram& program, const MelProgram& plan, const TileShape& tile)
{
    const int frames = tile.unitsPerTile > 1 ? plan.framesPerSegment : tile.framesPerTile;
    const int samples = (frames - 1) * hopOf (plan) + plan.fftSamples;
    return (stagedPlace (program, plan, samples) + 2) / 2 * 2; // pairs stay aligned
}

/** Places in shared memory: tiles to come, samples, points, powers in their place, features, sums.
 */
void layOut (FusedProgram& program, const MelProgram& plan, const TileShape& tile, bool isCompiled)
{
    const int frames = program.framesPerTile;
    const auto inFours = [] (int floats) { return (floats + 3) / 4 * 4; };
    program.stretchFloats = stretchFloats (program, plan, tile);
    program.featureStride = frames + 4;
    program.bufferOffset = kRingFloats + inFours (program.stretchFloats * tile.unitsPerTile);

    const int last = program.numTransform - 1;
    const bool isPowerOfTwo = (last & (last + 1)) == 0;
    const bool isPadded = isCompiled && isPowerOfTwo && frames < 16;
    const int rows = program.numPasses == 1 ? 0 : 1 + last + (isPadded ? last / 8 + last / 64 : 0);
    program.numPowerRows = program.numTransform + 4; // a quad may reach three behind the last bin
    const int points = inFours (2 * rows * frames);
    const bool powersTakePoints = isCompiled && program.numPasses > 1;
    program.powerOffset = program.bufferOffset + (powersTakePoints ? 0 : points);
    program.featureOffset = program.powerOffset + inFours (program.numPowerRows * frames);
    program.partialOffset =
        std::max (program.bufferOffset + points,
                  program.featureOffset + inFours ((plan.numPlanes + 1) * program.featureStride));
    program.sharedFloats =
        program.partialOffset + (plan.hasFrameSteps ? program.numThreads + 2 * frames : 0);
}
} // namespace

std::string FusedShape::name () const
{
    std::string text = "fused ";
    for (std::size_t i = 0; i < radices.size (); ++i)
        text += (i > 0 ? "x" : "") + std::to_string (radices[i]);
    return text + " t" + std::to_string (framesPerTile) + (compiled < 0 ? " any" : "");
}

std::vector<FusedShape> fusedShapes (const MelGeometry& geometry)
{
    const int fft = geometry.fftSamples;
    std::vector<FusedShape> shapes;
    if (fft < kSmallestTransform || fft > kLargestTransform || fft % 2 != 0)
        return shapes;
    const bool hasSteps = geometry.spec.ditherAmplitude != 0 || geometry.spec.removeFrameMean ||
                          geometry.spec.useEnergy ||
                          (geometry.spec.preemphasis != 0 &&
                           geometry.spec.preemphasisScope == PreemphasisScope::frame);
    const int step = SharedFrames::of (geometry).stepSamples;
    const bool pairsAligned = geometry.hopSamples % 2 == 0 && step % 2 == 0;
    for (const FusedShape& shape : compiledShapes ())
        if (shape.fftSamples == fft && shape.hasSteps == hasSteps && (hasSteps || pairsAligned))
            shapes.push_back (shape);
    const std::vector<int> radices = anyRadices (fft / 2);
    constexpr int kThreads = 256;
    for (const int frames : {32, 16, 8, 4, 2, 1})
        if (! radices.empty ())
            shapes.push_back ({fft, radices, frames, kThreads, -1, hasSteps});
    return shapes;
}

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
    program.numPasses = static_cast<std::int32_t> (shape.radices.size ());
    std::copy (shape.radices.begin (), shape.radices.end (), program.radix);

    makeTwiddles (tables);
    setStaging (program, plan);
    makeWindowPairs (tables, makeWindow (geometry.spec.windowShape, geometry.windowSamples), plan,
                     plan.hasFrameSteps ? 0.5f : 0.5f * plan.sampleScale);
    if (! plan.hasFrameSteps)
        plan.sampleScale = 1.0f;
    layOut (program, plan, tileShapeOf (plan, shape.framesPerTile), shape.compiled >= 0);
    makeBandRuns (tables, bank);
    if (plan.isShared)
        for (int plane = 0; plane < plan.numPlanes; ++plane)
            for (int frame = 0; frame < plan.framesPerSegment; ++frame)
                tables.segmentElements.push_back (plane * program.featureStride + frame);
    return tables;
}

} // namespace melstrom::cuda
