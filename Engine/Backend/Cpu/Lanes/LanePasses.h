// Schedule and twiddles of a complex FFT for many frames at once: one frame a SIMD lane.
#pragma once

#include <cstddef>
#include <vector>

namespace melstrom
{

/** Complex FFT of interleaved sequences, decimated in frequency, in Stockham's order: radices 8, 5,
    4, 3, 2, and odd primes up to kMostRadix. One scalar twiddle serves all lanes. Sources: Stockham
    1966; Singleton 1969 (odd radices). */
struct LanePasses
{
    static constexpr int kMostRadix = 127;

    struct Pass
    {
        int radix = 0;
        int length = 0;               ///< points of the sub-transforms that this pass splits
        int stride = 0;               ///< number of interleaved sub-transforms
        std::size_t firstTwiddle = 0; ///< (length/radix, radix - 1) complex, re then im
        std::size_t firstRoot = 0;    ///< of `oddRoots (radix)`; radices from 7 on without 8
    };

    int numPoints = 0; ///< of a sequence
    std::vector<Pass> passes;
    std::vector<float> twiddles;
    std::vector<float> roots;

    LanePasses (int numPoints, int numSequences);
};

/** The largest prime factor; 1 for 1. */
int largestPrimeFactor (int number) noexcept;

/** A number of points, at least `least`, with a quick transform: no prime factor above 5, and little
    work, which is taken as points times passes. */
int fastPoints (int least) noexcept;

/** cos and sin of 2 pi i k / radix: (k, i, 2) for k and i from 1 to (radix - 1)/2. */
std::vector<float> oddRoots (int radix);

/** Appends exp (-2 pi i numerator / denominator), re then im. */
void appendRoot (std::vector<float>& to, double numerator, double denominator);

} // namespace melstrom
