// What is written down of a voice for 32 samples: all that a backend needs to sound it.
#pragma once

#include "Engine/Dsp/Voice/FixedPhase.h"
#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** Control points lie on a grid of absolute sample positions: 0, 32, 64, ... */
inline constexpr int kControlSamples = 32;

/** A value at a control point and at the next. Between them gains of partials go in a line. */
struct Ramp
{
    float start = 0, end = 0;
};

/** A value at three control points in a row: the one before the segment, at its start, and at its end. Over the segment the value
    is their uniform quadratic B-spline, from half way between the first two to half way between the last two: value and slope go
    on from segment to segment, so that nothing is heard of the grid; what holds at a control point is heard half a segment
    later. See splineAt. */
struct Spline
{
    float before = 0, start = 0, end = 0;

    constexpr Spline () noexcept = default;
    constexpr Spline (float before_, float start_, float end_) noexcept
        : before (before_), start (start_), end (end_)
    {
    }
    /** A line over the segment. */
    constexpr Spline (float first, float last) noexcept
        : before (1.5f * first - 0.5f * last), start (0.5f * (first + last)),
          end (1.5f * last - 0.5f * first)
    {
    }

    constexpr bool isZero () const noexcept { return before == 0 && start == 0 && end == 0; }
};

/** A rate at both control points, and its integral at the first: see FixedPhase.h. Between them the
    rate goes in a line. In steps of 2^-46 cycles; the detune's in 2^-36. */
struct TurnRamp
{
    std::uint64_t turns = 0;
    std::int64_t startRate = 0, endRate = 0;
};

/** The response of the filter and the tilt, both as gains over frequency. Evaluated at the two
    control points. */
struct GainShape
{
    FilterType type = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    Ramp cutoff;    ///< cycles a sample
    Ramp resonance; ///< Q
};

struct OscillatorSegment
{
    TurnRamp base; ///< g0: the fundamental
    /** g1 = fundamental times (2^(detune cents/1200) - 1), for a copy at position 1; 2^-36 steps */
    TurnRamp detune;
    TurnRamp bandwidth; ///< g2 = fundamental times (2^(bandwidth cents/1200) - 1)
    /** g3 = fundamental times stretch (a share of the frequency an octave above the fundamental) */
    TurnRamp stretch;
    Spline level; ///< of all of it: envelope, velocity, level; may be below 0 before `firstSample`
    /** -1 .. 1; of pan and spread the gains are splines: panGain at the three control points */
    Spline pan;
    Spline spread; ///< 0 .. 1: how far copies at -1 and 1 stand from the middle
    Ramp tilt;     ///< exponent: a partial at ratio h gains h^tilt times tiltGain
    /** gains of what has no bandwidth coefficient, and of what has one; without bandwidth centre =
        1 / PartialTable::centreShare, sides = 0; with it, both 1 have the same power */
    Ramp centre, sides;
    bool isOn = false;
    /** Below which partials are left out, over the oscillator's level: see PartialGain.h. 0: only what is never
        heard. */
    Ramp floor {};
};

/** Plain data. Adds to samples firstSample .. 31 of one segment of the grid; values at the start
    are as if the note had begun there. */
struct VoiceSegment
{
    std::int32_t segment = 0;     ///< of the batch
    std::int32_t firstSample = 0; ///< within the segment
    std::uint32_t noteSeed = 0;
    GainShape filter;
    std::array<OscillatorSegment, kNumOscillators> oscillators;
};

} // namespace melstrom
