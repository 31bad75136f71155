// Smoothed parameters of effects, and the rest state of inaudible effects.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"

#include <cmath>
#include <cstdint>

namespace melstrom
{

/** Long enough to avoid clicks, short enough to feel immediate. */
inline constexpr double kRampSeconds = 0.02;

/** Samples of a ramp at a rate; at least 1. */
inline int rampSamples (double sampleRateHz) noexcept
{
    const double samples = kRampSeconds * sampleRateHz;
    return samples < 1 ? 1 : static_cast<int> (samples);
}

/** Ramps linearly to its target over a fixed number of samples and reaches it exactly.
    Thread: the rendering thread. */
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

/** Gains of the dry and the wet signal; at rest their squares add up to 1. They move by EasedValue.
    Source: the sine law of panning. */
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

/** Counts how long an effect is inaudible, so that it stops once its state no longer matters. An
    effect that wakes up during a sound fades its input in by an EasedValue: its later output then
    has no edge. */
class Rest
{
public:
    void prepare (double sampleRateHz) noexcept { intake_.prepare (sampleRateHz); }
    void setPatience (std::int64_t samples) noexcept { patience_ = samples; }
    void fallAsleep () noexcept { isAsleep_ = true; }
    bool isAsleep () const noexcept { return isAsleep_; }

    /** Call once per sample. Returns true at the sample at which it falls asleep: clear the
        effect's state then. isFresh: there was no earlier sample. */
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

    /** The input's factor; call once per sample while awake. */
    float nextIntake () noexcept { return static_cast<float> (intake_.next ()); }

private:
    EasedValue intake_;
    std::int64_t silentSamples_ = 0, patience_ = 0;
    bool isAsleep_ = true;
};

/** 0 for |value| below about 2^-64, and multiples of 2^-63 for values near 0. So feedback decays to
    exactly 0 and never becomes denormal; denormals cost a hundred times as much. -ffast-math would
    remove this and must not be used for this code. */
inline float flushed (float value) noexcept
{
    constexpr float kLift = 1.0f / 1099511627776.0f; // 2^-40; its last bit is 2^-63
    return (value + kLift) - kLift;
}

} // namespace melstrom
