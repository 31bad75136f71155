// Schedule and twiddles of a real FFT for many frames at once: one frame a SIMD lane.
#pragma once

#include <cstddef>
#include <vector>

namespace melstrom
{

/** Real FFT of N = 2M samples as a complex FFT of M points (even samples real, odd samples
    imaginary), decimated in frequency, in Stockham's order, radices 8, 5, 4, 3 and 2. One scalar
    twiddle serves all lanes. Sources: Stockham 1966; Singleton 1969 (radix 3 and 5); Sorensen et
    al. 1987 (real from complex). */
struct LaneFftPlan
{
    struct Pass
    {
        int radix = 0;
        int length = 0;               ///< points of the sub-transforms that this pass splits
        int stride = 0;               ///< number of interleaved sub-transforms
        std::size_t firstTwiddle = 0; ///< (length/radix, radix - 1) complex, re then im
    };

    int numSamples = 0;
    int numPoints = 0; ///< numSamples/2
    std::vector<Pass> passes;
    std::vector<float> twiddles;
    std::vector<float> unpack; ///< exp (-2 pi i k/N) for k = 0 .. M/2, re then im

    /** True for even sizes of at least 4 whose half has no prime factor above 5. */
    static bool supports (int numSamples) noexcept;
    explicit LaneFftPlan (int numSamples);
};

} // namespace melstrom
