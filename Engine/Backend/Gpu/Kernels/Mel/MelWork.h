// Input and output of the kernels of one batch: plain data in device memory, laid out by the host.
#pragma once

#include "Engine/Core/SampleFormat.h"
#include "Engine/Dsp/Mel/MelConstants.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace melstrom::gpu
{

struct alignas (8) Complex
{
    float re = 0, im = 0;
};

/** One thread's work for one band of the fused kernel; weights are read four at a time. */
struct alignas (8) BandRun
{
    std::uint16_t firstBin = 0;
    std::uint16_t numQuads = 0; ///< of bins, each with its weights; at least 1
    std::uint16_t plane = 0;
    std::uint16_t firstQuad = 0; ///< of the first run; a group's later runs follow it
};

/** Four weights in reading order. */
struct alignas (16) WeightQuad
{
    float weight[4] = {};
};

/** MelSpan in the layout of the device. */
struct alignas (16) DeviceSpan
{
    std::int64_t inputByte = 0; ///< place of sample `firstSample`
    std::int64_t firstSample = 0, signalSamples = 0;
    std::int64_t outputByte = 0; ///< place of the first row
    std::int64_t firstRow = 0, numRows = 0;
    /** first computed frame: `firstRow` minus the deltas' neighbours, or the first frame of segment
        firstRow counted over all segments */
    std::int64_t firstFrame = 0;
    std::int64_t numFrames = 0;  ///< number of computed frames
    std::int64_t scratchRow = 0; ///< row of `firstFrame` in MelWork::rows
    std::uint64_t signalId = 0;
    std::int32_t format = 0; ///< SampleFormat
    std::int32_t numChannels = 1;
    std::int32_t channel = -1;
    std::int32_t firstUnit = 0; ///< of its statistics
};

/** Frames of one span that one thread block computes at a time.
    frames layout, and segments longer than a tile: consecutive frames of one unit;
    short segments: numUnits whole segments, framesPerUnit each;
    shared segments: frames of the grid, and the segments that are cut from them. */
struct alignas (16) MelTile
{
    std::int32_t span = 0;
    std::int32_t numUnits = 1;
    std::int32_t framesPerUnit = 0;
    std::int32_t numSegments = 0;  ///< shared segments only
    std::int64_t firstSegment = 0; ///< of the signal: the first unit, or the first segment to cut
    std::int64_t firstFrame = 0;   ///< within the unit (the signal, or the segment), or on the grid
};

/** The range of statistics: a signal, or one segment. */
struct DeviceUnit
{
    std::int64_t scratchRow = 0; ///< row of its first frame
    std::int64_t numFrames = 0;
    std::int32_t firstBlock = 0; ///< blocks of a unit are consecutive
    std::int32_t numBlocks = 0;
};

/** At most kStatisticsFrames frames of one unit, on the unit's grid of blocks. */
struct DeviceBlock
{
    std::int64_t scratchRow = 0;
    std::int32_t numFrames = 0;
    std::int32_t unit = 0;
};

/** Used entries of a batch's tables. In device memory, so that a captured graph serves batches of
    every size. */
struct WorkCounts
{
    std::int32_t numSpans = 0, numTiles = 0, numUnits = 0, numBlocks = 0;
    std::int64_t numFrames = 0; ///< used rows of MelWork::rows
};

/** Destination of the projected bands. */
enum class BandsTo : std::int32_t
{
    rows,          ///< (frames, planes) float32, for further steps
    outputFrames,  ///< stored rows
    outputSegments ///< stored segments, (planes, frames) each
};

/** The constants of a plan, passed by value with every launch. Logarithms have base 2. */
struct MelProgram : MelConstants
{
    std::int32_t fftSamples = 0, windowSamples = 0, hopSamples = 0, numBins = 0;
    std::int32_t padSamples = 0; ///< frame t of a unit starts at t hop - pad
    std::int32_t padding = 0;    ///< a Padding
    std::int32_t padReach = std::numeric_limits<std::int32_t>::max (); ///< see paddedIndex

    // units
    bool isSegments = false;
    bool isShared = false; ///< segments are cut from frames of the whole signal
    std::int32_t framesPerSegment = 0, shortsPerLong = 1;
    std::int32_t longHopSamples = 0, shortHopSamples = 0, shortWindowSamples = 0;
    std::int32_t sharedStepSamples = 0;

    bool isBounded = false; ///< no |band| exceeds the largest half: logarithms
    std::int32_t rowElements = 0;
    BandsTo bandsTo = BandsTo::rows;

    // tables of the plan in device memory
    const float* window = nullptr;              ///< (window)
    const std::int32_t* bandFirstBin = nullptr; ///< (bands)
    const std::int32_t* bandNumBins = nullptr;  ///< (bands)
    const std::int32_t* bandWeight = nullptr;   ///< (bands): index of the band's first weight
    const float* weights = nullptr;             ///< packed, band by band
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
    /** Compiled shapes: byte offset from the first point of the first pass to its other points, in
        the staged samples. */
    std::int32_t pointBytes[32] = {};
    Complex smallWindow[32] = {}; ///< (M), if one thread transforms a frame
    // staging: sample s of a stretch lies at s + rowPad (s / hop)
    std::int32_t rowPad = 0, stretchFloats = 0; ///< stretchFloats: from one unit to the next
    /** number of zeros staged before the window, so that the whole span of the transform is
        staged */
    std::int32_t stagedShift = 0;
    bool pairsAligned = false, foursAligned = false; ///< by hop and pad; the address decides, too
    std::uint32_t hopMagic = 0; ///< s / hop = (s magic) >> 32, for rows with pads
    // places in shared memory, in floats
    std::int32_t bufferOffset = 0, powerOffset = 0, featureOffset = 0, partialOffset = 0;
    std::int32_t tableOffset = 0;   ///< of a WarpShape; of a square's columns
    std::int32_t numPowerRows = 0;  ///< bins, and zeros up to whole quads
    std::int32_t featureStride = 0; ///< floats from one plane to the next
    /** Features lie apart from points and powers: the next tile's transform may begin while they
        are stored. */
    bool keepsFeatures = false;
    std::int32_t sharedFloats = 0;

    // WarpShape: the next three are different tables, see makeLaneTables
    /** (M): weights of a point's two samples; for squares (column pairs, R); `smallWindow` instead
        if one thread transforms a frame */
    const Complex* window = nullptr;
    /** for each pass (radix - 1, length/radix); for squares (R/2 - 1, R) */
    const Complex* twiddles = nullptr;
    std::int32_t twiddleOffset[8] = {};
    const Complex* unpack = nullptr; ///< (M): exp (-2 pi i k / fftSamples)
    std::int32_t numBandRounds = 0, numQuads = 0;
    std::int32_t bankOffset = 0;       ///< of a square shape's copy of bandRuns and quads
    const BandRun* bandRuns = nullptr; ///< (rounds, groups of threads)
    const WeightQuad* quads = nullptr; ///< group by group
    const std::int32_t* segmentElements = nullptr; ///< (rowElements): places in the features
};

struct TilePlan;

/** One batch. The addresses belong to a slot and never change; the counts give the used entries. */
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
    TilePlan* plans = nullptr; ///< (tiles): written by the fused kernel for itself

    // scratch
    float* rows = nullptr;     ///< (frames, planes): energies or their logarithms
    float* features = nullptr; ///< (frames, numStatic); `rows` itself without coefficients
    // statistics, each (blocks or units, bands) unless stated otherwise
    std::uint32_t* unitMaximum = nullptr; ///< (units): see orderedBits
    std::uint32_t* tileDepth = nullptr;   ///< (tiles): the negated smallest band, as orderedBits
    float* blockMaximum = nullptr;        ///< (blocks)
    double* blockMean = nullptr;
    double* blockSquares = nullptr; ///< about the block's mean
    float* blockSmoother = nullptr; ///< PCEN's smoother after the block, from state zero
    double* unitMean = nullptr;
    double* unitDeviation = nullptr;
    float* smootherStart = nullptr; ///< (blocks, bands)

    // the cuFFT variant, `chunkFrames` frames at a time
    float* framesBuffer = nullptr;    ///< (chunkFrames, fft)
    Complex* spectraBuffer = nullptr; ///< (chunkFrames, bins)
    std::int64_t chunkFirstFrame = 0; ///< row of MelWork::rows of the chunk's first frame
    std::int32_t chunkFrames = 0;
};

/** Below the orderedBits of all floats. */
inline constexpr std::uint32_t kOrderedLowest = 0;

} // namespace melstrom::gpu
