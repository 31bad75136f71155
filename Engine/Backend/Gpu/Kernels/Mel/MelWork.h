// What the kernels of one batch read and write: plain data in device memory, laid out by the host.
#pragma once

#include "Engine/Core/SampleFormat.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <cstddef>
#include <cstdint>

namespace melstrom::cuda
{

struct alignas (8) Complex
{
    float re = 0, im = 0;
};

/** What a thread of the fused kernel does for one band: weights come four at a time. */
struct alignas (8) BandRun
{
    std::uint16_t firstBin = 0;
    std::uint16_t numQuads = 0; ///< of bins, each with its weights; 1 at least
    std::uint16_t plane = 0;
    std::uint16_t firstQuad = 0; ///< of the first run; those of a group's next run follow
};

/** Four weights in the order in which they are used. */
struct alignas (16) WeightQuad
{
    float weight[4] = {};
};

/** MelSpan as the device needs it. */
struct alignas (16) DeviceSpan
{
    std::int64_t inputByte = 0; ///< of sample `firstSample`
    std::int64_t firstSample = 0, signalSamples = 0;
    std::int64_t outputByte = 0; ///< of its first row
    std::int64_t firstRow = 0, numRows = 0;
    std::int64_t firstFrame = 0; ///< computed: `firstRow` less the deltas' neighbours, or segment
                                 ///< firstRow's first frame counted over all segments
    std::int64_t numFrames = 0;  ///< computed
    std::int64_t scratchRow = 0; ///< row of MelWork::rows that holds `firstFrame`
    std::uint64_t signalId = 0;
    std::int32_t format = 0; ///< SampleFormat
    std::int32_t numChannels = 1;
    std::int32_t channel = -1;
    std::int32_t firstUnit = 0; ///< of its statistics
};

/** Frames of one span that one thread block computes at a time.
    frames layout, and segments longer than a tile: consecutive frames of one unit;
    short segments: numUnits whole ones, framesPerUnit each;
    shared segments: frames of the grid, and the segments that are cut from them. */
struct alignas (16) MelTile
{
    std::int32_t span = 0;
    std::int32_t numUnits = 1;
    std::int32_t framesPerUnit = 0;
    std::int32_t numSegments = 0;  ///< shared segments only
    std::int64_t firstSegment = 0; ///< of the signal: the first unit, or the first one to be cut
    std::int64_t firstFrame = 0;   ///< within the unit (the signal, or the segment), or of the grid
};

/** What statistics are gathered over: a signal, or one segment. */
struct DeviceUnit
{
    std::int64_t scratchRow = 0; ///< of its first frame
    std::int64_t numFrames = 0;
    std::int32_t firstBlock = 0; ///< its blocks lie in order
    std::int32_t numBlocks = 0;
};

/** At most kStatisticsFrames frames of one unit, on the unit's grid of blocks. */
struct DeviceBlock
{
    std::int64_t scratchRow = 0;
    std::int32_t numFrames = 0;
    std::int32_t unit = 0;
};

/** How much of the tables of a batch is filled. In device memory, so that a captured graph serves
    batches of every size. */
struct WorkCounts
{
    std::int32_t numSpans = 0, numTiles = 0, numUnits = 0, numBlocks = 0;
    std::int64_t numFrames = 0; ///< rows of MelWork::rows in use
};

/** Where the kernel that projects onto bands leaves its values. */
enum class BandsTo : std::int32_t
{
    rows,          ///< (frames, planes) float32, for the steps that follow
    outputFrames,  ///< stored rows
    outputSegments ///< stored segments, (planes, frames) each
};

/** The constants of a plan. Passed by value with every launch. */
struct MelProgram
{
    // frames
    std::int32_t fftSamples = 0, windowSamples = 0, hopSamples = 0, windowOffset = 0;
    std::int32_t padSamples = 0; ///< frame t of a unit starts at t hop - pad
    std::int32_t padding = 0;    ///< Padding
    std::int32_t numBins = 0;
    float sampleScale = 1;
    float signalPreemphasis = 0, framePreemphasis = 0; ///< 0: none
    float ditherAmplitude = 0;
    std::uint64_t ditherSeed = 0;
    bool removeFrameMean = false, useEnergy = false;
    bool hasFrameSteps = false; ///< any of the last four
    float energyFloor = 0;      ///< of the sum of squares

    // units
    bool isSegments = false;
    bool isShared = false; ///< segments are cut from frames of the whole signal
    std::int32_t framesPerSegment = 0, shortsPerLong = 1;
    std::int32_t longHopSamples = 0, shortHopSamples = 0, shortWindowSamples = 0;
    std::int32_t sharedStepSamples = 0;

    // bands
    bool isMagnitude = false, hasLog = false;
    float magnitudeEpsilon = 0;
    float logClamp = 0, logAdd = 0;                               ///< log2 (max (x, clamp) + add)
    float logScale = 1, logOffset = 0;                            ///< times scale, less offset
    std::int32_t numBands = 0, numPlanes = 0, firstBandPlane = 0; ///< energy, if used, is plane 0

    // from bands to features
    bool needsMaximum = false, needsMoments = false;
    bool hasPcen = false, isWhisper = false, isPerFeature = false, isAffine = false;
    bool clipsToTop = false, referenceIsMaximum = false;
    float topDb = 0, affineMean = 0, affineDivisor = 1;
    double pcenGain = 0, pcenLogEpsilon = 0, pcenEpsilon = 0, pcenBias = 1, pcenPower = 1,
           pcenScale = 1; ///< scale = bias^power
    float smootherDecay = 0;
    std::int32_t numCoefficients = 0; ///< 0: bands are the features
    std::int32_t numStatic = 0, numFeatures = 0, deltaOrder = 0, deltaReach = 0;
    bool isHalf = false;    ///< stored type
    bool isBounded = false; ///< no band is larger than the largest half: logarithms
    std::int32_t rowElements = 0;
    BandsTo bandsTo = BandsTo::rows;

    // tables of the plan in device memory
    const float* window = nullptr;              ///< (window)
    const std::int32_t* bandFirstBin = nullptr; ///< (bands)
    const std::int32_t* bandNumBins = nullptr;  ///< (bands)
    const std::int32_t* bandWeight = nullptr;   ///< (bands): index of its first weight
    const float* weights = nullptr;             ///< packed, a band after the other
    const float* dct = nullptr;                 ///< (coefficients, bands)
};

/** The constants of a fused variant; see FusedTables. */
struct FusedProgram
{
    std::int32_t numTransform = 0; ///< M: complex points, half of fftSamples
    std::int32_t framesPerTile = 0, numThreads = 0;
    std::int32_t compiled = -1; ///< see FusedShape
    bool isWarp = false;        ///< see WarpShape
    std::int32_t numPasses = 0;
    std::int32_t radix[8] = {};
    /** Of a compiled shape: from a first pass's first point to its others, among staged samples. */
    std::int32_t pointBytes[32] = {};
    Complex smallWindow[32] = {}; ///< (M), of a frame that one thread transforms
    // staging: sample s of a stretch lies at s + rowPad (s / hop)
    std::int32_t rowPad = 0, stretchFloats = 0; ///< stretchFloats: from one unit to the next
    std::int32_t stagedShift = 0; ///< zeros staged before the window: the transform's whole span is
                                  ///< there
    bool pairsAligned = false, foursAligned = false; ///< as far as hops and pads decide
    std::uint32_t hopMagic = 0; ///< s / hop = (s magic) >> 32, where rows are apart
    // places in shared memory, in floats
    std::int32_t bufferOffset = 0, powerOffset = 0, featureOffset = 0, partialOffset = 0;
    std::int32_t tableOffset = 0;   ///< of a WarpShape
    std::int32_t numPowerRows = 0;  ///< bins, and zeros up to whole quads
    std::int32_t featureStride = 0; ///< from one plane to the next
    std::int32_t sharedFloats = 0;

    // of a WarpShape the next three are other tables: see makeLaneTables
    const Complex* window = nullptr;   ///< (M): weights of the two samples of a point; for squares
                                       ///< (column pairs, R), for one thread `smallWindow` instead
    const Complex* twiddles = nullptr; ///< of pass after pass: (radix - 1, length/radix) each; for
                                       ///< squares (R/2 - 1, R)
    std::int32_t twiddleOffset[8] = {};
    const Complex* unpack = nullptr; ///< (M): exp (-2 pi i k / fftSamples)
    std::int32_t numBandRounds = 0, numQuads = 0;
    std::int32_t bankOffset = 0;       ///< of a square shape's copy of the next two tables
    const BandRun* bandRuns = nullptr; ///< (rounds, groups of threads)
    const WeightQuad* quads = nullptr; ///< of one group after the other
    const std::int32_t* segmentElements = nullptr; ///< (rowElements): place among staged features
};

/** One batch. The addresses belong to a slot and never change; the counts say how much is there. */
struct MelWork
{
    MelProgram program;
    FusedProgram fused;

    const std::byte* input = nullptr;
    std::byte* output = nullptr;
    const WorkCounts* counts = nullptr;
    const DeviceSpan* spans = nullptr;
    const MelTile* tiles = nullptr;
    const DeviceUnit* units = nullptr;
    const DeviceBlock* blocks = nullptr;

    // scratch
    float* rows = nullptr;     ///< (frames, planes): energies or their logarithms
    float* features = nullptr; ///< (frames, numStatic); `rows` itself without coefficients
    // statistics, each (blocks or units, bands) unless said otherwise
    std::uint32_t* unitMaximum = nullptr; ///< (units): see orderedBits
    std::uint32_t* tileDepth = nullptr; ///< (tiles): the smallest band's negative, in the same way
    float* blockMaximum = nullptr;      ///< (blocks)
    double* blockMean = nullptr;
    double* blockSquares = nullptr; ///< about the block's own mean
    float* blockSmoother = nullptr; ///< PCEN's smoother after the block, started from zero
    double* unitMean = nullptr;
    double* unitDeviation = nullptr;
    float* smootherStart = nullptr; ///< (blocks, bands)

    // the way through cuFFT, `chunkFrames` at a time
    float* framesBuffer = nullptr;    ///< (chunkFrames, fft)
    Complex* spectraBuffer = nullptr; ///< (chunkFrames, bins)
    std::int64_t chunkFirstFrame = 0; ///< row of MelWork::rows of the chunk's first frame
    std::int32_t chunkFrames = 0;
};

/** Floats as integers that compare as they do; 0 lies below all of them. */
inline constexpr std::uint32_t kOrderedLowest = 0;

} // namespace melstrom::cuda
