// Sizes of the fused kernel: fixed when compiled, or read from the program.
#pragma once

#include "Engine/Backend/Cuda/Kernels/MelWork.h"
#include "Engine/Backend/Cuda/Kernels/Portable.h"

#include <array>

namespace melstrom::cuda
{

/** A transform of 2 x the product of `radices` real points. Passes go over the whole tile in shared
    memory, in place; the last one takes residues c and -c together, so that the powers of the real
    transform come out of registers. */
template <int tileFrames, int tileThreads, bool hasSteps, int... radices>
struct FixedShape
{
    static constexpr bool kIsFixed = true, kHasSteps = hasSteps;
    static constexpr int kNumPasses = sizeof...(radices);
    static constexpr std::array<int, kNumPasses> kRadices {radices...};
    static constexpr int kTransform = (1 * ... * radices);
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
    /** Place of an element among the rows of the buffer. */
    static constexpr MELSTROM_BOTH_CALL int rowOf (int element)
    {
        return kIsPadded ? element + (element >> 3) + (element >> 6) : element;
    }
};

/** Any transform of radices 2, 3, 4, 5 and 8. */
template <bool hasSteps>
struct AnyShape
{
    static constexpr bool kIsFixed = false, kHasSteps = hasSteps;

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
