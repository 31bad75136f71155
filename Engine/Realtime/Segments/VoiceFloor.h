// The floor of an oscillator's partials, as a ramp between control points.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace melstrom
{

/** The e with 2^(e - 1) <= |level| < 2^e, at least -126; -126 for 0. */
inline int exponentOf (float level) noexcept
{
    constexpr int kSilent = -126;
    int exponent = kSilent;
    if (level != 0)
        std::frexp (level, &exponent);
    return std::max (exponent, kSilent);
}

/** Floors are powers of 2, so that a small change of level does not move them: partials with a
    constant floor cost less. Plain data. */
class VoiceFloor
{
public:
    /** Exponents up to this one mean a floor of 0, because they lie below kLeastFloor. */
    static constexpr int kNone = -17;
    /** Removes even the loudest possible partial. */
    static constexpr int kHighest = 13;

    /** Advances by one segment. wanted: ControlContext::floorExponent, for a voice of level 1.
        level: of the oscillator at the segment's end. isFirst: first segment of the note.
        A floor rises by at most 6 dB per segment, so that a removed partial fades out over a
        segment. It falls without a limit, because the note then rises. */
    Ramp advance (std::optional<int> wanted, float level, bool isFirst) noexcept
    {
        const int next =
            wanted ? std::clamp (*wanted - exponentOf (level), kNone, kHighest) : kNone;
        const int start = isFirst ? next : exponent_;
        exponent_ = std::min (next, start + 1);
        return {valueOf (start), valueOf (exponent_)};
    }

private:
    static float valueOf (int exponent) noexcept
    {
        return exponent > kNone ? std::ldexp (1.0f, exponent) : 0.0f;
    }

    int exponent_ = kNone;
};

} // namespace melstrom
