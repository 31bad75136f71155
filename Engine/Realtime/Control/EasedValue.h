// Smoothed numbers: a step is inaudible above 4 kHz.
#pragma once

#include <algorithm>
#include <cmath>

namespace melstrom
{

inline constexpr double kEaseSeconds = 0.0025; ///< time constant of each of the three low-passes
/** Rise time of a step from 10 to 90 %, in time constants. */
inline constexpr double kRiseOfEase = 4.22;

/** Share of its remaining distance that each low-pass covers in one step. stepSeconds: > 0 */
inline double easeShare (double easeSeconds, double stepSeconds) noexcept
{
    return 1 - std::exp (-stepSeconds / easeSeconds);
}

/** Three one-pole low-passes in series, in double. Value, slope and curvature of a step are
    continuous; a step never overshoots. Plain data. */
struct EasedRecord
{
    double first = 0, second = 0, value = 0;

    void snapTo (double target) noexcept { first = second = value = target; }
    /** Advances by one step; true: it is exactly at the target. share: see easeShare */
    bool advance (double target, double share) noexcept
    {
        first += share * (target - first);
        second += share * (first - second);
        value += share * (second - value);
        const double far = std::max (
            {std::abs (target - first), std::abs (target - second), std::abs (target - value)});
        constexpr double kNear = 1e-8; // of the target or of 1: -160 dB
        if (far >= kNear * std::max (1.0, std::abs (target)))
            return false;
        snapTo (target);
        return true;
    }
};

/** Follows a target through an EasedRecord, sample by sample. 10 to 90 % of a step take 10 ms.
    Above 4 kHz a step leaves (2 pi 4000 kEaseSeconds)^-3 of its height, -108 dB. Reaches the target
    exactly.
    thread  the rendering thread */
class EasedValue
{
public:
    void prepare (double sampleRateHz) noexcept
    {
        share_ = easeShare (kEaseSeconds, 1 / sampleRateHz);
    }
    void snapTo (double value) noexcept
    {
        record_.snapTo (value);
        target_ = value;
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
        if (! isThere_)
            isThere_ = record_.advance (target_, share_);
        return record_.value;
    }
    bool isAt (double value) const noexcept { return isThere_ && record_.value == value; }

private:
    EasedRecord record_;
    double share_ = 1, target_ = 0;
    bool isThere_ = true;
};

} // namespace melstrom
