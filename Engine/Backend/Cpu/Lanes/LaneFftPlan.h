// Schedule and tables of a real FFT for many frames at once: one frame a SIMD lane.
#pragma once

#include "Engine/Backend/Cpu/Lanes/LanePasses.h"

#include <optional>

namespace melstrom
{

/** First pass over real samples, of an odd radix. Sub-transform radix - j is the conjugate of
    sub-transform j, so (radix + 1)/2 of them remain. Source: Sorensen et al. 1987. */
struct LaneOddSplit
{
    int radix = 0;
    int numGroups = 0;           ///< samples/radix: points of a sub-transform
    std::vector<float> roots;    ///< `oddRoots (radix)`
    std::vector<float> twiddles; ///< (numGroups, (radix - 1)/2) complex, re then im
};

/** A transform of any size as a convolution with a chirp, by two transforms of a size with small
    factors. Source: Bluestein 1970. */
struct LaneChirp
{
    int numInputs = 0;         ///< P
    int numOutputs = 0;        ///< at most P
    std::vector<float> chirp;  ///< (P) exp (-pi i n^2/P), re then im
    std::vector<float> kernel; ///< (points) transform of exp (pi i n^2/P), over the points

    LaneChirp (int numInputs, int numOutputs, int numPoints);
};

/** Real FFT of N samples. Even N = 2M: a complex FFT of M points (even samples real, odd samples
    imaginary). Odd N: LaneOddSplit, then the passes of what remains. If a prime factor is above
    LanePasses::kMostRadix: by LaneChirp. */
struct LaneFftPlan
{
    int numSamples = 0;
    int numPoints = 0;          ///< even N: N/2; odd N: N
    std::size_t bufferRows = 0; ///< bufferRowsOf (numSamples)
    LanePasses passes;
    std::vector<float> unpack;         ///< even N: exp (-2 pi i k/N) for k = 0 .. N/4, re then im
    std::optional<LaneOddSplit> split; ///< odd N without chirp
    std::optional<LaneChirp> chirp;

    /** True for all sizes, but at most kMostChirpSamples if they need a chirp. */
    static bool supports (int numSamples) noexcept;
    static constexpr int kMostChirpSamples = 1 << 15;
    /** Rows of each of the two buffers of a transform. */
    static std::size_t bufferRowsOf (int numSamples) noexcept;

    explicit LaneFftPlan (int numSamples);
    bool isPacked () const noexcept { return numSamples % 2 == 0; }
};

} // namespace melstrom
