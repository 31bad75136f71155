// Numbers that go to their targets so smoothly that nothing is heard of it above 4 kHz.
#pragma once

#include <algorithm>
#include <cmath>

namespace melstrom
{

inline constexpr double kEaseSeconds = 0.0025; ///< time constant of each of the three low-passes

/** A target seen through three one-pole low-passes in a row. Value, slope and curvature of a step
    are continuous, and a step stays between both its ends. 10 to 90 % of a step take 10 ms. Beyond
    4 kHz a step leaves (2 pi 4000 kEaseSeconds)^-3 of its height, -108 dB. Arrives exactly.
    thread  the one that renders */
class EasedValue
{
public:
    void prepare (double sampleRateHz) noexcept
    {
        share_ = 1 - std::exp (-1 / (kEaseSeconds * sampleRateHz));
    }
    void snapTo (double value) noexcept
    {
        first_ = second_ = value_ = target_ = value;
        isThere_ = true;
    }
    void setTarget (double target) noexcept
    {
        isThere_ = isThere_ && target == target_;
        target_ = target;
    }

    /** The value of the next sample. */
    double next () noexcept
    {
        if (isThere_)
            return value_;
        first_ += share_ * (target_ - first_);
        second_ += share_ * (first_ - second_);
        value_ += share_ * (second_ - value_);
        const double far = std::max ({std::abs (target_ - first_), std::abs (target_ - second_),
                                      std::abs (target_ - value_)});
        constexpr double kNear = 1e-8; // of the target or of 1: -160 dB
        if (far < kNear * std::max (1.0, std::abs (target_)))
            snapTo (target_);
        return value_;
    }
    bool isAt (double value) const noexcept { return isThere_ && value_ == value; }

private:
    double share_ = 1, first_ = 0, second_ = 0, value_ = 0, target_ = 0;
    bool isThere_ = true;
};

} // namespace melstrom
