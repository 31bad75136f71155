// What of a sound cannot move in a line, and how it changes all the same.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"

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

/** From a former timbre to the current one: over kSegments segments of the grid voices sound both ways, and are
    mixed in a line. A change that is wanted meanwhile waits until then; of several the last counts. Plain data. */
class TimbreFade
{
public:
    static constexpr int kSegments = 16;

    const Timbre& current () const noexcept { return current_; }
    const Timbre& former () const noexcept { return former_; } ///< the current one where none fades
    bool isFading () const noexcept { return segment_ < kSegments; }
    /** Of the current one, at a sample of the segment: 0 .. 1; 1 where none fades. */
    float shareAt (int sample) const noexcept
    {
        constexpr float kPerSample = 1.0f / (kSegments * kControlSamples);
        return isFading () ? static_cast<float> (segment_ * kControlSamples + sample) * kPerSample
                           : 1.0f;
    }

    void jumpTo (const Timbre& timbre) noexcept
    {
        current_ = former_ = timbre;
        segment_ = kSegments;
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
    int segment_ = kSegments; ///< of those that fade
};

} // namespace melstrom
