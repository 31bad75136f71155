// Gains that make a spectrum equally loud with every tilt.
#pragma once

#include "Engine/Dsp/Voice/PartialGain.h"
#include "Engine/Dsp/Voice/PartialTable.h"

#include <array>
#include <cmath>

namespace melstrom
{

/** Tilts from -24 to 24 dB per octave, the range of the parameter, in steps of 0.25 dB. */
inline constexpr int kTiltsPerDb = 4, kMostTiltDb = 24,
                     kNumTilts = 2 * kMostTiltDb * kTiltsPerDb + 1;
/** Decibels per octave divided by this number are an exponent of the frequency ratio: 20 log10
    (2). */
inline constexpr double kDbPerTiltExponent = 6.020599913279624;
/** C3, key 48. A table at this fundamental is equally loud with every tilt. */
inline constexpr double kTiltReferenceHz = 130.8127826502993;

/** log2 of the gain at each tilt. */
using TiltGains = std::array<float, kNumTilts>;

/** For each tilt log2 sqrt (S (0) / S (tilt)), of a table with the fundamental kTiltReferenceHz. S
    is the sum over all partials of (amplitude nyquistFade h^tilt)^2. 0 if S is 0. Thread: any but
    audio. */
TiltGains tiltGains (const PartialTable& table, double sampleRateHz) noexcept;

/** Gain at a tilt. gains (kNumTilts): tiltGains of a table. tilt: exponent. Decibels are
    interpolated linearly between two tilts and constant beyond the last tilt. Tilt 0 gives exactly
    1. */
MELSTROM_HOST_DEVICE inline float tiltGain (const float* gains, float tilt) noexcept
{
    if (tilt == 0.0f)
        return 1.0f;
    constexpr float kPlacesPerExponent = static_cast<float> (kTiltsPerDb * kDbPerTiltExponent);
    const float place = tilt * kPlacesPerExponent + kMostTiltDb * kTiltsPerDb;
    const float most = kNumTilts - 1;
    const float inside = place < 0.0f ? 0.0f : (place > most ? most : place);
    const int below = inside < most ? static_cast<int> (inside) : kNumTilts - 2;
    const float low = gains[below], high = gains[below + 1];
    return std::exp2 (low + (high - low) * (inside - static_cast<float> (below)));
}

} // namespace melstrom
