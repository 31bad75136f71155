// Sizes of the fused kernel: compile-time constants, or fields of the program.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"

#include <array>
#include <span>

namespace melstrom::gpu
{

/** R if frames are transformed as R x R real samples (see SquareTransform.h), either with two
    columns and then a row a thread, or with a frame a thread; 0 for any other shape. */
constexpr int squareSize (bool hasSteps, std::span<const int> radices)
{
    if (hasSteps)
        return 0;
    if (radices.size () == 1)
        return radices[0] == 32 ? 8 : 0;
    return radices.size () == 2 && radices[0] == 20 && radices[1] == 10 ? 20 : 0;
}

/** A transform of 2 x the product of `radices` real points. Passes run over the whole tile in
    shared memory, in place. The last pass takes residues c and -c together, so that registers hold
    both points of each pair for the real transform's powers. */
template <int tileFrames, int tileThreads, bool hasSteps, int... radices>
struct FixedShape
{
    static constexpr bool kIsFixed = true, kIsWarp = false, kHasSteps = hasSteps;
    static constexpr int kFeatureStep = 1; ///< from one frame's features to the next frame's
    static constexpr int kNumPasses = sizeof...(radices);
    static constexpr std::array<int, kNumPasses> kRadices {radices...};
    static constexpr int kTransform = (1 * ... * radices);
    static constexpr int kSquareSize = squareSize (hasSteps, kRadices);
    /** True if columns, then rows pass through shared memory; tables of the columns lie there, too:
        (R/2, R/2) pairs of weights, (R/2 - 1, R/2) pairs of rotations. */
    static constexpr bool kHasColumns = kSquareSize > 0 && kNumPasses > 1;
    static constexpr int kWindowPairs = kSquareSize * kSquareSize / 4;
    static constexpr int kTurnPairs = kWindowPairs - kSquareSize / 2;
    /** The hop and the pad between its rows for which places are compile-time constants. */
    static constexpr int kUsualHop = kSquareSize == 20 ? 160 : kSquareSize == 8 ? 16 : 0;
    static constexpr int kUsualPad = kNumPasses == 1 ? 4 : 2;
    /** Rows of elements have pads if few frames share a row of banks. Passes need rowOf (a + b) =
        rowOf (a) + rowOf (b), which holds for powers of two only. */
    static constexpr bool kIsPadded = kNumPasses > 1 && tileFrames < 16 &&
                                      (kTransform & (kTransform - 1)) == 0;

    /** Points of the blocks that a pass splits. */
    static constexpr int lengthAt (int pass)
    {
        int length = kTransform;
        for (int i = 0; i < pass; ++i)
            length /= kRadices[static_cast<std::size_t> (i)];
        return length;
    }

    MELSTROM_BOTH explicit FixedShape (const FusedProgram&) {}
    static constexpr MELSTROM_BOTH_CALL int frames () { return tileFrames; }
    static constexpr MELSTROM_BOTH_CALL int threads () { return tileThreads; }
    static constexpr MELSTROM_BOTH_CALL int transform () { return kTransform; }
    /** True if whole warps can divide the tile's frames, 16 at a time. */
    static constexpr bool kStoresWide = tileFrames % 16 == 0 && tileThreads % (2 * tileFrames) == 0;
    /** Floats from one plane of features to the next. */
    static constexpr MELSTROM_BOTH_CALL int featureStride () { return tileFrames + 4; }
    /** Row of an element in the buffer. */
    static constexpr MELSTROM_BOTH_CALL int rowOf (int element)
    {
        return kIsPadded ? element + (element >> 3) + (element >> 6) : element;
    }
};

/** A transform of 2 x 1024 real points, one frame a warp: two passes of 32 points a thread, which
    exchange points within the warp. Only the bank needs a barrier with other warps.
    A frame's room in shared memory is used three times: first for rows of points between the
    passes, padded by a point; then for points 512 .. 1023 and 0 at the front and, behind them, the
    powers of bins 0 .. 1024 with zeros up to whole octets; then for the features at the front.
    Rooms are an odd number of quads apart, so that quads of eight frames can be read at once
    without bank conflicts. */
template <int tileFrames>
struct WarpShape
{
    static constexpr bool kIsFixed = true, kIsWarp = true, kHasSteps = false;
    static constexpr bool kStoresWide = false, kHasColumns = false;
    static constexpr int kSquareSize = 0, kUsualHop = 0, kUsualPad = 0;
    static constexpr int kLanes = 32, kTransform = kLanes * kLanes;
    static constexpr int kRowPoints = kLanes + 1;
    static constexpr int kPowerFloats = kTransform + 8;
    static constexpr int kFrameFloats = 2 * kLanes * kRowPoints + 12;
    static constexpr int kFramePower = kFrameFloats - kPowerFloats;
    static constexpr int kFeatureStep = kFrameFloats, kMostPlanes = kFramePower - 1;
    static_assert (kFramePower > kTransform && kFramePower % 4 == 0 && kFrameFloats % 8 == 4);

    static constexpr int kFramesAtOnce = 2; ///< frames whose bands one thread computes

    /** Tables in shared memory: (rows, lanes) of pairs of points; see makeLaneTables. */
    static constexpr int kWindowRows = 16, kTurnRows = 8, kUnpackRows = 8;
    static constexpr int kTableRows = kWindowRows + kTurnRows + kUnpackRows;
    static constexpr int kTableFloats = 4 * kLanes * kTableRows;

    MELSTROM_BOTH explicit WarpShape (const FusedProgram&) {}
    static constexpr MELSTROM_BOTH_CALL int frames () { return tileFrames; }
    static constexpr MELSTROM_BOTH_CALL int threads () { return tileFrames * kLanes; }
    static constexpr MELSTROM_BOTH_CALL int transform () { return kTransform; }
};

/** Any transform of radices 2, 3, 4, 5 and 8. */
template <bool hasSteps>
struct AnyShape
{
    static constexpr bool kIsFixed = false, kIsWarp = false, kHasSteps = hasSteps;
    static constexpr bool kStoresWide = false, kHasColumns = false;
    static constexpr int kFeatureStep = 1, kSquareSize = 0, kUsualHop = 0, kUsualPad = 0;

    MELSTROM_BOTH explicit AnyShape (const FusedProgram& program)
        : frames_ (program.framesPerTile), threads_ (program.numThreads),
          transform_ (program.numTransform)
    {
    }
    MELSTROM_BOTH_CALL int frames () const { return frames_; }
    MELSTROM_BOTH_CALL int threads () const { return threads_; }
    MELSTROM_BOTH_CALL int transform () const { return transform_; }
    static constexpr MELSTROM_BOTH_CALL int rowOf (int element) { return element; }

private:
    int frames_, threads_, transform_;
};

} // namespace melstrom::gpu
