// Timbre: the settings of a sound that cannot be interpolated, and the crossfade between two.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace melstrom
{

/** Number of table slots that `tables` events select from. */
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

/** Crossfade from a former timbre to the current one: for kFadeSeconds voices are rendered with
    both timbres and mixed by 3x^2 - 2x^3. A change during a fade waits for its end; of several
    changes the last one applies. Plain data. */
class TimbreFade
{
public:
    /** Long enough that a fade is inaudible above 4 kHz. */
    static constexpr double kFadeSeconds = 0.012;
    /** Length of a fade in segments. */
    static int segmentsAt (double sampleRateHz) noexcept
    {
        return std::max (
            1, static_cast<int> (std::ceil (kFadeSeconds * sampleRateHz / kControlSamples)));
    }

    TimbreFade () noexcept = default; ///< no fade
    explicit TimbreFade (double sampleRateHz) noexcept
        : numSegments_ (segmentsAt (sampleRateHz)), segment_ (numSegments_)
    {
    }

    const Timbre& current () const noexcept { return current_; }
    const Timbre& former () const noexcept { return former_; } ///< without a fade: the current one
    bool isFading () const noexcept { return segment_ < numSegments_; }
    /** Share of the current timbre at a sample of the segment: 0 .. 1; 1 without a fade. */
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
    /** Advances by one segment. wanted: the timbre of the next fade. */
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
    int segment_ = 1;     ///< index within the fade; numSegments_: no fade
};

} // namespace melstrom
