// The floor of an oscillator's partials, from control point to control point.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace melstrom
{

/** e, so that |level| is below 2^e and at least half of it; far below all others for 0. */
inline int exponentOf (float level) noexcept
{
    constexpr int kSilent = -126;
    int exponent = kSilent;
    if (level != 0)
        std::frexp (level, &exponent);
    return std::max (exponent, kSilent);
}

/** Powers of 2, which rest while a level moves a little: partials whose floor rests cost less. Plain data. */
class VoiceFloor
{
public:
    /** Up to this one a floor is 0, for it lies below kLeastFloor. */
    static constexpr int kNone = -17;
    /** Leaves nothing of the loudest partial that there can be. */
    static constexpr int kHighest = 13;

    /** One segment on. wanted: over a voice of level 1, as ControlContext has it. level: of the oscillator, at the segment's end.
        A floor rises by 6 dB a segment at most, so that a partial that goes fades out over a segment; it falls as far as it is
        wanted, for then the note rises. isFirst: of the note's segments. */
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
