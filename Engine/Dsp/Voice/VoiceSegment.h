// The record of a voice for 32 samples: all data that a backend needs to render it.
#pragma once

#include "Engine/Dsp/Voice/FixedPhase.h"
#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** Control points lie on a grid of absolute sample positions: 0, 32, 64, ... */
inline constexpr int kControlSamples = 32;

/** A value at a control point and at the next one. Gains of partials are linear in between. */
struct Ramp
{
    float start = 0, end = 0;
};

/** A value at three successive control points: before the segment, at its start, and at its end.
    Over the segment the value is their uniform quadratic B-spline, from half way between the first
    two to half way between the last two. Value and slope are continuous across segments, so that
    the grid is inaudible. A value takes effect half a segment after its control point. See
    splineAt. */
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

/** A rate at both control points, and its integral at the first one: see FixedPhase.h. The rate is
    linear in between. Steps of 2^-46 cycles; of the detune 2^-36 cycles. */
struct TurnRamp
{
    std::uint64_t turns = 0;
    std::int64_t startRate = 0, endRate = 0;
};

/** The filter's response as a gain over frequency, evaluated at the two control points. */
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
    Spline level; ///< envelope times velocity times level; may be below 0 before `firstSample`
    /** -1 .. 1; panGain of pan and spread at the three control points is a spline */
    Spline pan;
    Spline spread; ///< 0 .. 1: distance of the copies at -1 and 1 from the middle
    Ramp tilt;     ///< exponent: a partial at ratio h has the gain h^tilt times tiltGain
    /** gains of partials without and with a bandwidth coefficient; without bandwidth centre = 1 /
        PartialTable::centreShare, sides = 0; with bandwidth both are 1, for the same power */
    Ramp centre, sides;
    bool isOn = false;
    /** Floor below which partials are left out, over the oscillator's level: see PartialGain.h. 0:
        leaves out inaudible partials only. */
    Ramp floor {};
};

/** Plain data. A voice adds to samples firstSample .. 31 of one segment of the grid. Values at the
    segment's start are as if the note had begun there. */
struct VoiceSegment
{
    std::int32_t segment = 0;     ///< index in the batch
    std::int32_t firstSample = 0; ///< within the segment
    std::uint32_t noteSeed = 0;
    GainShape filter;
    std::array<OscillatorSegment, kNumOscillators> oscillators;
};

} // namespace melstrom
