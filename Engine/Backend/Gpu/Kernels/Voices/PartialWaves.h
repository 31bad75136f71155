// Adds 32 samples of one partial to its lane's sums.
//
//   gain (m) sin (p + w m + c m^2),   m = n - 15.5,  phase p and frequency w in the middle
// is split into parts that are even and odd in m: 16 steps of cos (w m) and sin (w m) give 32
// samples. Segments that differ in phase only share these steps:
//   y += d, d -= k y,   k = 4 sin^2 (w / 2)      source: Gordon and Smith 1985, "A sine generation
//                                                algorithm for VLSI applications"
// Above a quarter of the rate k would lose its precision, and pi - w replaces w:
//   cos (w m) = (-1)^i sin ((pi - w) m),  sin (w m) = (-1)^i cos ((pi - w) m),  m = i + 1/2
// Instructions a sample and partial: 1 + 2 / segments if all rests, 7.5 if gains or frequencies
// move.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Portable.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

namespace melstrom::gpu
{

inline constexpr int kHalfSegment = kControlSamples / 2;

/** Sample 16 + i is even[i] + odd[i], sample 15 - i is even[i] - odd[i]. */
struct HalfSums
{
    float even[kHalfSegment], odd[kHalfSegment];
};

/** cos (w m) and sin (w m) at m = 1/2, and their steps. */
struct Wave
{
    float even, evenStep, odd, oddStep;
    float k;
    float sign; ///< sign of every second step

    MELSTROM_BOTH void step ()
    {
        evenStep = std::fma (-k, even, evenStep);
        even += evenStep;
        oddStep = std::fma (-k, odd, oddStep);
        odd += oddStep;
    }
};

/** frequency: 2^-32 cycles a sample. An error of 2^-24 in k moves the phase by less than 1e-6 over
    16 steps. */
MELSTROM_BOTH Wave waveOf (std::int32_t frequency)
{
    const auto bits = static_cast<std::uint32_t> (frequency);
    const std::uint32_t size = frequency < 0 ? 0u - bits : bits;
    const bool isHigh = size > 0x40000000u;
    const std::uint32_t folded = isHigh ? 0x80000000u - size : size;
    const float x =
        static_cast<float> (static_cast<std::int32_t> (folded)) * 7.31459042e-10f; // pi / 2^32
    const float square = x * x;
    // Relative errors below 1.3e-8 and 1e-9 before rounding, x <= pi / 4: interpolation at
    // Chebyshev points.
    float p = std::fma (square, -1.95878909e-4f, 8.33274827e-3f);
    p = std::fma (square, p, -1.66666647e-1f);
    const float sine = std::fma (x * square, p, x);
    float q = std::fma (square, 2.45479421e-5f, -1.38883030e-3f);
    q = std::fma (square, q, 4.16666647e-2f);
    q = std::fma (square, q, -0.5f);
    const float cosine = std::fma (square, q, 1.0f);
    const float twice = sine + sine;
    const float direction = frequency < 0 ? -1.0f : 1.0f; // sin (w m) is odd in w
    Wave wave;
    wave.even = isHigh ? sine : cosine;
    wave.evenStep = isHigh ? twice : 0.0f;
    wave.odd = direction * (isHigh ? cosine : sine);
    wave.oddStep = isHigh ? 0.0f : direction * twice;
    wave.k = twice * twice;
    wave.sign = isHigh ? -1.0f : 1.0f;
    return wave;
}

/** Constant frequency and gain. sines, cosines: of the middle phase of each segment, times the
    gain. */
template <int numSegments>
MELSTROM_BOTH void addResting (Wave wave, const float (&sines)[numSegments],
                               const float (&cosines)[numSegments], HalfSums (&sums)[numSegments])
{
    float turnedSines[numSegments], turnedCosines[numSegments];
    MELSTROM_UNROLL
    for (int s = 0; s < numSegments; ++s)
    {
        turnedSines[s] = wave.sign * sines[s];
        turnedCosines[s] = wave.sign * cosines[s];
    }
    MELSTROM_UNROLL
    for (int i = 0; i < kHalfSegment; ++i)
    {
        MELSTROM_UNROLL
        for (int s = 0; s < numSegments; ++s)
        {
            sums[s].even[i] =
                std::fma (i % 2 == 0 ? sines[s] : turnedSines[s], wave.even, sums[s].even[i]);
            sums[s].odd[i] =
                std::fma (i % 2 == 0 ? cosines[s] : turnedCosines[s], wave.odd, sums[s].odd[i]);
        }
        if (i + 1 < kHalfSegment)
            wave.step ();
    }
}

/** A linear gain: middle + slope m. */
struct GainLine
{
    float middle, slope;
};

MELSTROM_BOTH GainLine gainLine (float start, float end)
{
    const float change = end - start;
    return {std::fma (change, 15.5f / kControlSamples, start), change / kControlSamples};
}

/** Limit of the bend in addMoving. The series of e^(i c m^2) ends after its third term: error below
    kMostBend^3 / 6 = 5e-7. */
inline constexpr float kMostBend = 0.0144f;

/** sine, cosine: of the middle phase. bend: c in radians a sample^2, |c| 15.5^2 < kMostBend; 0
    unless `bends`. */
template <bool bends>
MELSTROM_BOTH void addMoving (Wave wave, float sine, float cosine, float bend, GainLine gain,
                              HalfSums& sums)
{
    const float halfSquare = -0.5f * bend * bend;
    const float sine2 = cosine * bend, sine4 = sine * halfSquare;
    const float cosine2 = -sine * bend, cosine4 = cosine * halfSquare;
    const GainLine turned {wave.sign * gain.middle, wave.sign * gain.slope};
    MELSTROM_UNROLL
    for (int i = 0; i < kHalfSegment; ++i)
    {
        const float m = static_cast<float> (i) + 0.5f, square = m * m;
        float even = sine, odd = cosine;
        if constexpr (bends)
        {
            even = std::fma (square, std::fma (square, sine4, sine2), sine);
            odd = std::fma (square, std::fma (square, cosine4, cosine2), cosine);
        }
        even *= wave.even;
        odd *= wave.odd;
        const float middle = i % 2 == 0 ? gain.middle : turned.middle;
        const float slope = (i % 2 == 0 ? gain.slope : turned.slope) * m;
        sums.even[i] = std::fma (slope, odd, std::fma (middle, even, sums.even[i]));
        sums.odd[i] = std::fma (slope, even, std::fma (middle, odd, sums.odd[i]));
        if (i + 1 < kHalfSegment)
            wave.step ();
    }
}

/** Any bend: one sine a sample. phase: in the middle; halfFrequency: half of the middle frequency;
    bend: change of the frequency a sample; all in 2^-32 cycles. */
template <typename Block>
MELSTROM_BOTH void addSweeping (std::int32_t phase, std::int32_t halfFrequency, std::int32_t bend,
                                GainLine gain, HalfSums& sums)
{
    const auto middle = static_cast<std::uint32_t> (phase) + static_cast<std::uint32_t> (bend >> 3);
    const auto half = static_cast<std::uint32_t> (halfFrequency), step = 2 * half;
    const auto growth = static_cast<std::uint32_t> (bend);
    std::uint32_t up = middle + half, down = middle - half;
    std::uint32_t upStep = growth + step, downStep = growth - step;
    MELSTROM_UNROLL
    for (int i = 0; i < kHalfSegment; ++i)
    {
        const float m = static_cast<float> (i) + 0.5f;
        const float after =
            Block::sineOf (static_cast<std::int32_t> (up)) * std::fma (gain.slope, m, gain.middle);
        const float before = Block::sineOf (static_cast<std::int32_t> (down)) *
                             std::fma (gain.slope, -m, gain.middle);
        sums.even[i] = std::fma (0.5f, after + before, sums.even[i]);
        sums.odd[i] = std::fma (0.5f, after - before, sums.odd[i]);
        up += upStep;
        down += downStep;
        upStep += growth;
        downStep += growth;
    }
}

} // namespace melstrom::gpu
