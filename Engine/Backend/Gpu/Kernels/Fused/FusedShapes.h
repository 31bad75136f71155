// Sizes of the fused kernel: fixed when compiled, or read from the program.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"

#include <array>
#include <span>

namespace melstrom::cuda
{

/** R where frames are transformed as R x R reals (see SquareTransform.h): two columns a thread and
    then a row, or all by one thread; 0 for any other shape. */
constexpr int squareSize (bool hasSteps, std::span<const int> radices)
{
    if (hasSteps)
        return 0;
    if (radices.size () == 1)
        return radices[0] == 32 ? 8 : 0;
    return radices.size () == 2 && radices[0] == 20 && radices[1] == 10 ? 20 : 0;
}

/** A transform of 2 x the product of `radices` real points. Passes go over the whole tile in shared
    memory, in place; the last one takes residues c and -c together, so that the powers of the real
    transform come out of registers. */
template <int tileFrames, int tileThreads, bool hasSteps, int... radices>
struct FixedShape
{
    static constexpr bool kIsFixed = true, kIsWarp = false, kHasSteps = hasSteps;
    static constexpr int kFeatureStep = 1; ///< from one frame's features to the next one's
    static constexpr int kNumPasses = sizeof...(radices);
    static constexpr std::array<int, kNumPasses> kRadices {radices...};
    static constexpr int kTransform = (1 * ... * radices);
    static constexpr int kSquareSize = squareSize (hasSteps, kRadices);
    /** A hop, and the floats that part rows of it, for which places are known when compiling. */
    static constexpr int kUsualHop = kSquareSize == 20 ? 160 : kSquareSize == 8 ? 16 : 0;
    static constexpr int kUsualPad = kNumPasses == 1 ? 4 : 2;
    /** Elements lie a little apart where few frames share a row of banks. Only for powers of two is
        rowOf (a + b) = rowOf (a) + rowOf (b) as passes use it. */
    static constexpr bool kIsPadded = kNumPasses > 1 && tileFrames < 16 &&
                                      (kTransform & (kTransform - 1)) == 0;

    /** Points of the stretches that a pass cuts. */
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
    /** Whether whole warps share out the tile's frames, sixteen at a time. */
    static constexpr bool kStoresWide = tileFrames % 16 == 0 && tileThreads % (2 * tileFrames) == 0;
    /** From one plane of features to the next. */
    static constexpr MELSTROM_BOTH_CALL int featureStride () { return tileFrames + 4; }
    /** Place of an element among the rows of the buffer. */
    static constexpr MELSTROM_BOTH_CALL int rowOf (int element)
    {
        return kIsPadded ? element + (element >> 3) + (element >> 6) : element;
    }
};

/** A transform of 2 x 1024 real points, a frame a warp: two passes of 32 points a thread, which hand
    their points on within the warp. Nothing but the bank waits for other warps.
    A frame's room in shared memory holds rows of points between the passes, a point apart; then
    points 512 .. 1023 and 0 in front, and behind them the powers of bins 0 .. 1024 with zeros up to
    whole octets; then its features in front. Rooms are an odd number of quads apart, for quads of
    eight frames read at once. */
template <int tileFrames>
struct WarpShape
{
    static constexpr bool kIsFixed = true, kIsWarp = true, kHasSteps = false;
    static constexpr bool kStoresWide = false;
    static constexpr int kSquareSize = 0, kUsualHop = 0, kUsualPad = 0;
    static constexpr int kLanes = 32, kTransform = kLanes * kLanes;
    static constexpr int kRowPoints = kLanes + 1;
    static constexpr int kPowerFloats = kTransform + 8;
    static constexpr int kFrameFloats = 2 * kLanes * kRowPoints + 12;
    static constexpr int kFramePower = kFrameFloats - kPowerFloats;
    static constexpr int kFeatureStep = kFrameFloats, kMostPlanes = kFramePower - 1;
    static_assert (kFramePower > kTransform && kFramePower % 4 == 0 && kFrameFloats % 8 == 4);

    static constexpr int kFramesAtOnce = 2; ///< whose bands a thread computes

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
    static constexpr bool kStoresWide = false;
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

} // namespace melstrom::cuda
