// How often the app draws.
#pragma once

#include <algorithm>

namespace melstrom
{

/** Lets through at most 60 frames a second of those that a faster screen, or a screen of unknown
    rate, has. Thread: one at a time. */
class FramePace
{
public:
    /** nowSeconds: of a steady clock. */
    bool isDue (double nowSeconds) noexcept
    {
        if (nowSeconds < dueSeconds_ - kEarlySeconds)
            return false;
        dueSeconds_ = std::max (dueSeconds_ + kPeriodSeconds, nowSeconds - kPeriodSeconds);
        return true;
    }
    /** The frame that was due had nothing new to show: the next one is due at once. */
    void giveBack () noexcept { dueSeconds_ -= kPeriodSeconds; }

private:
    static constexpr double kPeriodSeconds = 1.0 / 60;
    static constexpr double kEarlySeconds = 0.003; ///< a screen of 60 Hz is not on time each time

    double dueSeconds_ = 0;
};

} // namespace melstrom
