// What keeps a tilted spectrum as loud as it is without tilt.
#pragma once

#include "Engine/Dsp/Voice/PartialGain.h"
#include "Engine/Dsp/Voice/PartialTable.h"

#include <array>
#include <cmath>

namespace melstrom
{

/** Tilts from -24 to 24 dB an octave, a quarter of a decibel apart: the range of the parameter. */
inline constexpr int kTiltsPerDb = 4, kMostTiltDb = 24,
                     kNumTilts = 2 * kMostTiltDb * kTiltsPerDb + 1;
/** Decibels an octave over this are an exponent of the frequency's ratio: 20 log10 (2). */
inline constexpr double kDbPerTiltExponent = 6.020599913279624;
/** C3, key 48. The sound of a table is as loud there with any tilt. */
inline constexpr double kTiltReferenceHz = 130.8127826502993;

/** log2 of the gain at each tilt. */
using TiltGains = std::array<float, kNumTilts>;

/** Of a table whose fundamental lies at kTiltReferenceHz: log2 sqrt (S (0) / S (tilt)), where S is the sum over all
    partials of (amplitude nyquistFade h^tilt)^2, at each of the tilts. 0 where nothing sounds. Thread: any but audio. */
TiltGains tiltGains (const PartialTable& table, double sampleRateHz) noexcept;

/** gains (kNumTilts): of a table. tilt: exponent; between two tilts decibels go in a line, beyond the last they stay.
    Without tilt 1, to the bit. */
MELSTROM_GAIN_FUNCTION float tiltGain (const float* gains, float tilt) noexcept
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
