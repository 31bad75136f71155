// Gains over frequency in place of filters: no state, so no instability and no zipper noise.
#pragma once

#include "Engine/Core/HostDevice.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <cmath>

namespace melstrom
{

/** Partials fade out between these frequencies, in cycles a sample, so that no partial aliases. */
inline constexpr float kFadeFrom = 0.45f, kFadeTo = 0.49f;

/** 1 below kFadeFrom, 0 from kFadeTo on. */
MELSTROM_HOST_DEVICE inline float nyquistFade (float cyclesPerSample) noexcept
{
    const float x = (kFadeTo - std::fabs (cyclesPerSample)) / (kFadeTo - kFadeFrom);
    return x < 0.0f ? 0.0f : (x > 1.0f ? 1.0f : x);
}

// A partial whose gain is below its floor is left out. A floor is given for the sum of N partials;
// each partial has 1/sqrt N of it. So the partials of an oscillator that are left out have at most
// the power of a sine of amplitude `floor`.

/** Least floor of a sum: -100 dB of a sine at the oscillator's level. */
inline constexpr float kLeastFloor = 1e-5f;

/** A partial's floor over the floor of the sum, for a table. */
MELSTROM_HOST_DEVICE inline float floorShare (int numPartials, int numCopies) noexcept
{
    const float count = static_cast<float> (numPartials) * static_cast<float> (numCopies);
    return count > 1.0f ? 1.0f / std::sqrt (count) : 1.0f;
}

/** 1 over a partial's floor. sumFloor: of OscillatorSegment; share: floorShare of the table */
MELSTROM_HOST_DEVICE inline float inverseFloorOf (float sumFloor, float share) noexcept
{
    return 1.0f / ((sumFloor > kLeastFloor ? sumFloor : kLeastFloor) * share);
}

/** 0 up to the floor; gain (|gain| / floor - 1) from the floor to twice the floor; above that the
    gain itself. Continuous in the gain and in the floor, so that a partial appears and disappears
    without a step. The result differs from the gain by at most the floor. inverseFloor: above 0 */
MELSTROM_HOST_DEVICE inline float aboveFloor (float gain, float inverseFloor) noexcept
{
    const float x = std::fabs (gain) * inverseFloor - 1.0f;
    return gain * (x < 0.0f ? 0.0f : (x > 1.0f ? 1.0f : x));
}

/** Q of each stage. 24 dB are two equal stages, whose resonances multiply to Q / sqrt 2. So Q = 1 /
    sqrt 2 is flat in both slopes, and Q = 20 peaks 26 dB (12 dB slope) or 23 dB (24 dB slope) above
    the passband. */
MELSTROM_HOST_DEVICE inline float stageQ (FilterSlope slope, float q) noexcept
{
    return slope == FilterSlope::db24 ? std::sqrt (q * 0.70710678f) : q;
}

/** Magnitude of the analogue second-order prototype at x = frequency / cutoff; squared for 24 dB,
    with stageQ. low 1, band x/Q, high x^2, notch |1 - x^2|, each over sqrt ((1 - x^2)^2 + (x/Q)^2).
    Q > 0, x >= 0 */
MELSTROM_HOST_DEVICE inline float filterGain (FilterType type, FilterSlope slope, float x,
                                              float q) noexcept
{
    if (type == FilterType::off)
        return 1.0f;
    const float square = x * x, rest = 1.0f - square, loss = x / stageQ (slope, q);
    const float denominator = rest * rest + loss * loss;
    const float numerator = type == FilterType::low    ? 1.0f
                            : type == FilterType::band ? loss
                            : type == FilterType::high ? square
                                                       : std::fabs (rest);
    const float gain = numerator / std::sqrt (denominator > 1e-12f ? denominator : 1e-12f);
    return slope == FilterSlope::db24 ? gain * gain : gain;
}

/** The quadratic B-spline of three values at `share` (0 .. 1) of a segment. Three equal values give
    that value. */
MELSTROM_HOST_DEVICE inline float splineAt (float before, float start, float end,
                                            float share) noexcept
{
    const float slope = start - before, bend = 0.5f * ((end - start) - slope);
    return 0.5f * (before + start) + share * (slope + share * bend);
}

/** Gains of left and right at a place -1 .. 1: constant power, 1 each in the middle. */
struct StereoGain
{
    float left, right;
};
MELSTROM_HOST_DEVICE inline StereoGain panGain (float place) noexcept
{
    const float p = place < -1.0f ? -1.0f : (place > 1.0f ? 1.0f : place);
    return {std::sqrt (1.0f - p), std::sqrt (1.0f + p)};
}

} // namespace melstrom
