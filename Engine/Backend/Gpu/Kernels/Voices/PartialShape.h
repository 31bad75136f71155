// Values that all partials of one copy of an oscillator share over a segment, and each partial's
// gain.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Portable.h"
#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"
#include "Engine/Dsp/Voice/FixedPhase.h"
#include "Engine/Dsp/Voice/PartialGain.h"
#include "Engine/Dsp/Voice/TiltGain.h"

namespace melstrom::gpu
{

/** Turns in the form of 32-bit multiplications: high 2^32 + low, where low is signed. */
struct TurnWords
{
    std::int32_t high, low;
};

MELSTROM_BOTH TurnWords wordsOf (std::uint64_t turns)
{
    return {static_cast<std::int32_t> (static_cast<std::uint32_t> ((turns + 0x80000000u) >> 32)),
            static_cast<std::int32_t> (static_cast<std::uint32_t> (turns))};
}

/** phase + coefficient x turns in 2^-64 cycles, like phaseOf; wraps. */
MELSTROM_BOTH std::uint64_t plusPhase (std::uint64_t phase, std::int32_t coefficient,
                                       TurnWords turns)
{
    const auto low =
        static_cast<std::uint64_t> (static_cast<std::int64_t> (coefficient) * turns.low);
    const std::uint32_t high =
        static_cast<std::uint32_t> (coefficient) * static_cast<std::uint32_t> (turns.high);
    return phase + low + (static_cast<std::uint64_t> (high) << 32);
}

/** A partial's frequency is the sum of three functions of time, each times one of the partial's
    coefficients. */
inline constexpr int kNumFunctions = 3;

struct FunctionMotion
{
    TurnWords rate; ///< in the middle, at sample 15.5
    /** half of `rate`: phase change in half a sample, also for frequencies above Nyquist */
    TurnWords halfRate;
    TurnWords growth; ///< change of the rate a sample
    /** at the control points: cycles a sample per step of a coefficient */
    float startFrequency, endFrequency;
};

/** function: 0 ratio, without the copy's wander, 1 bandwidth, 2 stretch. position: of the copy. */
MELSTROM_BOTH TurnRamp rampOf (const OscillatorSegment& oscillator, int function,
                               std::int32_t position)
{
    if (function != 0)
        return function == 1 ? oscillator.bandwidth : oscillator.stretch;
    const TurnRamp &base = oscillator.base, &detune = oscillator.detune;
    TurnRamp ramp;
    ramp.turns = copyTurns (base.turns, detune.turns, position);
    ramp.startRate = copyRate (base.startRate, detune.startRate, position);
    ramp.endRate = copyRate (base.endRate, detune.endRate, position);
    return ramp;
}

/** The integral at sample 15.5 = 3968 / 256; 15.5^2 / 64 = 961 / 256. */
MELSTROM_BOTH std::uint64_t middleTurns (const TurnRamp& ramp)
{
    const std::int64_t change = ramp.endRate - ramp.startRate;
    return ramp.turns + static_cast<std::uint64_t> (15 * ramp.startRate +
                                                    ((128 * ramp.startRate + 961 * change) >> 8));
}

/** still: the ramp without wander; the gains' frequencies come from it. */
MELSTROM_BOTH FunctionMotion motionOf (const TurnRamp& ramp, const TurnRamp& still)
{
    constexpr float kStep = 1.0f / (std::uint64_t {1} << 32);
    const std::int64_t change = ramp.endRate - ramp.startRate;
    FunctionMotion motion {};
    const std::int64_t rate = ramp.startRate + ((31 * change) >> 6);
    motion.rate = wordsOf (static_cast<std::uint64_t> (rate));
    motion.halfRate = wordsOf (static_cast<std::uint64_t> (rate >> 1));
    motion.growth = wordsOf (static_cast<std::uint64_t> (change >> 5));
    motion.startFrequency = static_cast<float> (still.startRate) * kStep * kStep;
    motion.endFrequency = static_cast<float> (still.endRate) * kStep * kStep;
    return motion;
}

/** True if an oscillator is on and its level is not 0. */
MELSTROM_BOTH bool isHeard (const OscillatorSegment& oscillator)
{
    const Spline& level = oscillator.level;
    return oscillator.isOn && (level.before != 0.0f || level.start != 0.0f || level.end != 0.0f);
}

/** Parameters of gains at a control point. centre, sides: times the tilt's gain. */
struct GainPoint
{
    float tilt, centre, sides;
    float inverseCutoff, inverseQ;
    float inverseFloor; ///< of one partial: see inverseFloorOf
};

struct BankGains
{
    FilterType type;
    FilterSlope slope;
    float copyGain;
    GainPoint start, end;
};

MELSTROM_BOTH BankGains gainsOf (const VoiceSegment& voice, const OscillatorSegment& oscillator,
                                 const DeviceTable& table)
{
    const GainShape& filter = voice.filter;
    const Ramp tilt = oscillator.tilt;
    const float start = tiltGain (table.tilts, tilt.start);
    const float end = tilt.end == tilt.start ? start : tiltGain (table.tilts, tilt.end);
    BankGains gains {filter.type, filter.slope, table.copyGain, {}, {}};
    const float share = floorShare (table.numPartials, table.numCopies);
    gains.start = {tilt.start,
                   oscillator.centre.start * start,
                   oscillator.sides.start * start,
                   1.0f / filter.cutoff.start,
                   1.0f / stageQ (filter.slope, filter.resonance.start),
                   inverseFloorOf (oscillator.floor.start, share)};
    gains.end = {tilt.end,
                 oscillator.centre.end * end,
                 oscillator.sides.end * end,
                 1.0f / filter.cutoff.end,
                 1.0f / stageQ (filter.slope, filter.resonance.end),
                 inverseFloorOf (oscillator.floor.end, share)};
    return gains;
}

/** nyquistFade of |frequency|. */
MELSTROM_BOTH float fadeOf (float frequency)
{
    constexpr float kWidth = kFadeTo - kFadeFrom;
    const float fade = std::fma (std::fabs (frequency), -1.0f / kWidth, kFadeTo / kWidth);
    return std::fmin (std::fmax (fade, 0.0f), 1.0f);
}

/** filterGain of x = frequency / cutoff. */
template <typename Block>
MELSTROM_BOTH float filterOf (const BankGains& gains, float x, float inverseQ)
{
    const float square = x * x, rest = std::fma (-x, x, 1.0f), loss = x * inverseQ;
    const float power = std::fmax (std::fma (rest, rest, loss * loss), 1e-12f);
    const float numerator = gains.type == FilterType::low    ? 1.0f
                            : gains.type == FilterType::band ? loss
                            : gains.type == FilterType::high ? square
                                                             : std::fabs (rest);
    const float gain = numerator * Block::inverseRootOf (power);
    return gains.slope == FilterSlope::db24 ? gain * gain : gain;
}

/** frequency: signed, cycles a sample. */
template <typename Block>
MELSTROM_BOTH float gainAt (const BankGains& gains, const GainPoint& point, const Partial& partial,
                            float frequency)
{
    constexpr float kUnit = 1.0f / (1 << kCoefficientBits);
    float gain = partial.amplitude * gains.copyGain *
                 (partial.bandwidth == 0 ? point.centre : point.sides) * fadeOf (frequency);
    if (point.tilt != 0.0f)
        gain *= std::exp2 (point.tilt * std::log2 (static_cast<float> (partial.ratio) * kUnit));
    if (gains.type != FilterType::off)
        gain *=
            filterOf<Block> (gains, std::fabs (frequency) * point.inverseCutoff, point.inverseQ);
    return aboveFloor (gain, point.inverseFloor);
}

} // namespace melstrom::gpu
