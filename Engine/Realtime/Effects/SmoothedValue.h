// Numbers that go to their targets without a step, and effects that rest while nobody hears them.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"

#include <cmath>
#include <cstdint>

namespace melstrom
{

/** long enough not to click, short enough to feel at once */
inline constexpr double kRampSeconds = 0.02;

/** Samples of a ramp at a rate; at least 1. */
inline int rampSamples (double sampleRateHz) noexcept
{
    const double samples = kRampSeconds * sampleRateHz;
    return samples < 1 ? 1 : static_cast<int> (samples);
}

/** Goes to its target in a line of fixed length, a sample at a time, and arrives exactly. Thread:
   the one that renders. */
class SmoothedValue
{
public:
    void prepare (int lengthSamples) noexcept { length_ = lengthSamples; }
    void snapTo (double value) noexcept
    {
        value_ = target_ = value;
        left_ = 0;
    }
    void setTarget (double target) noexcept
    {
        if (target == target_)
            return;
        target_ = target;
        left_ = length_;
        step_ = (target - value_) / length_;
    }

    /** The value of the next sample. */
    double next () noexcept
    {
        if (left_ > 0)
            value_ = --left_ == 0 ? target_ : value_ + step_;
        return value_;
    }
    double target () const noexcept { return target_; }
    bool isAt (double value) const noexcept { return value_ == value && target_ == value; }

private:
    double value_ = 0, target_ = 0, step_ = 0;
    int length_ = 1, left_ = 0;
};

/** The shares of a dry and a wet sound: their squares add up to 1 where neither moves. They move by
   EasedValue. Source: the sine law of panning. */
class DryWet
{
public:
    void prepare (double sampleRateHz) noexcept
    {
        dry_.prepare (sampleRateHz);
        wet_.prepare (sampleRateHz);
    }
    void setMix (double mix, bool atOnce) noexcept ///< 0 .. 1; both ends are exact
    {
        const double quarterTurn = 1.57079632679489662;
        const double dry = mix >= 1 ? 0 : std::cos (mix * quarterTurn);
        const double wet = mix >= 1 ? 1 : std::sin (mix * quarterTurn);
        if (atOnce)
        {
            dry_.snapTo (dry);
            wet_.snapTo (wet);
        }
        dry_.setTarget (dry);
        wet_.setTarget (wet);
    }
    void next () noexcept
    {
        dryGain_ = static_cast<float> (dry_.next ());
        wetGain_ = static_cast<float> (wet_.next ());
    }
    float of (float dry, float wet) const noexcept { return dryGain_ * dry + wetGain_ * wet; }
    bool isDryOnly () const noexcept { return wet_.isAt (0); }

private:
    EasedValue dry_, wet_;
    float dryGain_ = 1, wetGain_ = 0;
};

/** Counts how long an effect has not been heard, so that it stops working once nothing that it
   holds matters. One that wakes up amid a sound takes it in by an EasedValue: what it sends out
   later has no edge then. */
class Rest
{
public:
    void prepare (double sampleRateHz) noexcept { intake_.prepare (sampleRateHz); }
    void setPatience (std::int64_t samples) noexcept { patience_ = samples; }
    void fallAsleep () noexcept { isAsleep_ = true; }
    bool isAsleep () const noexcept { return isAsleep_; }

    /** Once a sample. True just when it falls asleep: clear what it holds. isFresh: no sample came
        before. */
    bool fallsAsleep (bool isHeard, bool isFresh = true) noexcept
    {
        if (isHeard)
        {
            if (isAsleep_)
                intake_.snapTo (isFresh ? 1 : 0);
            intake_.setTarget (1);
            silentSamples_ = 0;
            isAsleep_ = false;
            return false;
        }
        if (isAsleep_ || ++silentSamples_ < patience_)
            return false;
        isAsleep_ = true;
        return true;
    }

    /** Once a sample that it does not sleep: by what its input is multiplied. */
    float nextIntake () noexcept { return static_cast<float> (intake_.next ()); }

private:
    EasedValue intake_;
    std::int64_t silentSamples_ = 0, patience_ = 0;
    bool isAsleep_ = true;
};

/** Zero for |value| below 2^-64 or so, and multiples of 2^-63 near it: what feeds back on itself
   dies away for good and never lingers as denormals, which cost a hundred times as much. No
   compiler option may undo it: -ffast-math is not for this code. */
inline float flushed (float value) noexcept
{
    constexpr float kLift = 1.0f / 1099511627776.0f; // 2^-40; its last bit is 2^-63
    return (value + kLift) - kLift;
}

} // namespace melstrom
