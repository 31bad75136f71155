// What of a sound cannot move in a line, and how it changes all the same.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace melstrom
{

/** Tables that events of the kind `tables` choose from. */
inline constexpr int kTableSlots = 8;

struct Timbre
{
    std::int16_t tableSlot = 0; ///< 0 .. kTableSlots - 1
    FilterType filterType = FilterType::off;
    FilterSlope filterSlope = FilterSlope::db12;
    bool operator== (const Timbre&) const = default;
    bool hasFilterOf (const Timbre& other) const noexcept
    {
        return filterType == other.filterType && filterSlope == other.filterSlope;
    }
};

/** From a former timbre to the current one: for kFadeSeconds voices sound both ways, and are mixed by
    3x^2 - 2x^3. A change that is wanted meanwhile waits until then; of several the last counts. Plain data. */
class TimbreFade
{
public:
    /** Long enough that nothing is heard of a fade above 4 kHz. */
    static constexpr double kFadeSeconds = 0.012;
    /** Segments of the grid that a fade takes. */
    static int segmentsAt (double sampleRateHz) noexcept
    {
        return std::max (
            1, static_cast<int> (std::ceil (kFadeSeconds * sampleRateHz / kControlSamples)));
    }

    TimbreFade () noexcept = default; ///< none
    explicit TimbreFade (double sampleRateHz) noexcept
        : numSegments_ (segmentsAt (sampleRateHz)), segment_ (numSegments_)
    {
    }

    const Timbre& current () const noexcept { return current_; }
    const Timbre& former () const noexcept { return former_; } ///< the current one where none fades
    bool isFading () const noexcept { return segment_ < numSegments_; }
    /** Of the current one, at a sample of the segment: 0 .. 1; 1 where none fades. */
    float shareAt (int sample) const noexcept
    {
        if (! isFading ())
            return 1;
        const float x = static_cast<float> (segment_ * kControlSamples + sample) /
                        static_cast<float> (numSegments_ * kControlSamples);
        return x * x * (3 - 2 * x);
    }

    void jumpTo (const Timbre& timbre) noexcept
    {
        current_ = former_ = timbre;
        segment_ = numSegments_;
    }
    /** One segment on. */
    void advance (const Timbre& wanted) noexcept
    {
        if (isFading ())
            ++segment_;
        if (isFading ())
            return;
        former_ = current_;
        current_ = wanted;
        if (former_ != current_)
            segment_ = 0;
    }

private:
    Timbre current_, former_;
    int numSegments_ = 1; ///< of a fade
    int segment_ = 1;     ///< of those that fade
};

} // namespace melstrom
