// The arithmetic from bands to features, once for both backends.
#pragma once

#include "Engine/Core/HostDevice.h"
#include "Engine/Dsp/Mel/MelConstants.h"

#include <cmath>
#include <limits>

namespace melstrom
{

MELSTROM_HOST_DEVICE inline float atLeast (float floor, float value) noexcept
{
    return value < floor ? floor : value;
}

/** dB relative to a reference, with a floor. */
struct DecibelRange
{
    float reference, floor;

    MELSTROM_HOST_DEVICE float of (float decibels) const noexcept
    {
        return atLeast (floor, decibels - reference);
    }
};

MELSTROM_HOST_DEVICE inline bool hasDecibelRange (const MelConstants& constants) noexcept
{
    return constants.clipsToTop || constants.referenceIsMaximum;
}

/** maximum: of the signal. */
MELSTROM_HOST_DEVICE inline DecibelRange decibelRange (const MelConstants& constants,
                                                       float maximum) noexcept
{
    const float reference = constants.referenceIsMaximum ? maximum : 0.0f;
    return {reference, constants.clipsToTop ? maximum - reference - constants.topDb
                                            : -std::numeric_limits<float>::max ()};
}

/** (max (x, maximum - 8) + 4) / 4. Source: whisper.audio.log_mel_spectrogram. */
MELSTROM_HOST_DEVICE inline float whisperScaled (float value, float maximum) noexcept
{
    return (atLeast (maximum - 8.0f, value) + 4.0f) * 0.25f;
}

/** (x - mean) / (deviation + 1e-5). Source: NeMo's normalize_batch, CONSTANT. */
MELSTROM_HOST_DEVICE inline float normalisedFeature (float value, double mean,
                                                     double deviation) noexcept
{
    return static_cast<float> ((value - mean) / (deviation + 1e-5));
}

MELSTROM_HOST_DEVICE inline float affineFeature (float value, float mean, float divisor) noexcept
{
    return (value - mean) / divisor;
}

/** PCEN's smoother after one more frame. */
MELSTROM_HOST_DEVICE inline float smoothed (float decay, float state, float energy) noexcept
{
    return decay * state + (1.0f - decay) * energy;
}

/** bias^p expm1 (p log1p (S exp (-g (ln eps + log1p (M/eps)))/bias)), in float64. state: M, of the
    smoother at this frame. Source: librosa.pcen. */
MELSTROM_HOST_DEVICE inline float pcenOf (const MelConstants& constants, float energy,
                                          float state) noexcept
{
    const double smooth =
        std::exp (-constants.pcenGain *
                  (constants.pcenLogEpsilon + std::log1p (state / constants.pcenEpsilon)));
    return static_cast<float> (
        constants.pcenScale *
        std::expm1 (constants.pcenPower * std::log1p (energy * smooth / constants.pcenBias)));
}

/** Divisor of a delta: 2 sum n^2 for n = 1 .. reach. Source: torchaudio's compute_deltas. */
MELSTROM_HOST_DEVICE inline float deltaDivisor (int reach) noexcept
{
    return static_cast<float> (reach * (reach + 1) * (2 * reach + 1) / 3);
}

} // namespace melstrom
