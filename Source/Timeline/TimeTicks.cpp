#include "Source/Timeline/TimelineMapping.h"

#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
constexpr double kPointsPerDigit = 7.5, kLabelGap = 22; // of the small text

struct Step
{
    double seconds;
    int numMinor;
};

constexpr Step kLongSteps[] = {{1, 5},
                               {2, 4},
                               {5, 5},
                               {10, 5},
                               {15, 3},
                               {30, 6},
                               {kMinute, 6},
                               {2 * kMinute, 4},
                               {5 * kMinute, 5},
                               {10 * kMinute, 5},
                               {15 * kMinute, 3},
                               {30 * kMinute, 6},
                               {kHour, 6},
                               {2 * kHour, 4},
                               {3 * kHour, 6},
                               {6 * kHour, 6},
                               {12 * kHour, 6},
                               {kDay, 4},
                               {2 * kDay, 4},
                               {7 * kDay, 7}};

/** 1, 2 or 5 times a power of ten, at least `least`. */
Step decimalStep (double least) noexcept
{
    const double power = std::pow (10, std::floor (std::log10 (least) + 1e-9));
    for (const auto& [digit, numMinor] : {Step {1, 5}, Step {2, 4}, Step {5, 5}})
        if (digit * power >= least * (1 - 1e-9))
            return {digit * power, numMinor};
    return {10 * power, 5};
}

Step stepOf (double least) noexcept
{
    if (least <= 0.5)
        return decimalStep (least);
    const auto* const found = std::ranges::lower_bound (kLongSteps, least, {}, &Step::seconds);
    return found != std::end (kLongSteps) ? *found : Step {std::ceil (least / kDay) * kDay, 4};
}

int decimalsOf (double stepSeconds) noexcept
{
    return std::max (0, -static_cast<int> (std::floor (std::log10 (stepSeconds) + 1e-9)));
}

std::string twoDigits (int number)
{
    return (number < 10 ? "0" : "") + std::to_string (number);
}

std::string clock (double seconds, int decimals)
{
    const double scale = std::pow (10, decimals), units = std::round (std::abs (seconds) * scale);
    const auto whole = static_cast<std::int64_t> (units / scale);
    const auto hours = static_cast<int> (whole / 3600),
               minutes = static_cast<int> (whole / 60 % 60);
    const double rest = units / scale - static_cast<double> (whole - whole % 60);
    std::string text = (seconds < 0 ? "-" : "");
    text +=
        hours > 0 ? std::to_string (hours) + ":" + twoDigits (minutes) : std::to_string (minutes);
    return text + (rest < 10 ? ":0" : ":") + fixedText (rest, decimals);
}

/** Ticks at multiples of a step in any unit. label: of a multiple of the step */
template <typename Label>
std::vector<TimeTick> evenTicks (const TimeWindow& window, Step step, const Label& label)
{
    std::vector<TimeTick> ticks;
    const double minor = step.seconds / step.numMinor;
    const auto first = static_cast<std::int64_t> (std::ceil (window.beginSeconds / minor - 1e-6));
    const auto last = static_cast<std::int64_t> (std::floor (window.endSeconds () / minor + 1e-6));
    for (auto n = first; n <= last; ++n)
    {
        const double at = static_cast<double> (n) * minor;
        ticks.push_back ({std::clamp (window.placeOf (at), 0.0, 1.0),
                          n % step.numMinor == 0 ? label (at) : std::string ()});
    }
    return ticks;
}

double pointsOf (const std::string& label) noexcept
{
    return static_cast<double> (label.size ()) * kPointsPerDigit + kLabelGap;
}

} // namespace

std::string timeText (double seconds, int decimals)
{
    const double rounding = 0.5 * std::pow (10, -decimals);
    return std::abs (seconds) + rounding < kMinute ? fixedText (seconds, decimals) + " s"
                                                   : clock (seconds, decimals);
}

int timeDecimals (double secondsPerPoint) noexcept
{
    constexpr int kFewest = 3, kMost = 6;
    return secondsPerPoint > 0 ? std::clamp (decimalsOf (secondsPerPoint), kFewest, kMost) : kMost;
}

std::vector<TimeTick> timeTicks (const TimeWindow& window, int widthPoints)
{
    const double perPoint = window.spanSeconds / std::max (1, widthPoints);
    const double furthest = std::max (std::abs (window.beginSeconds), window.endSeconds ());
    const bool isClock = furthest >= kMinute;
    const auto textOf = [isClock] (double seconds, int decimals)
    { return isClock ? clock (seconds, decimals) : fixedText (seconds, decimals) + " s"; };
    const auto leastOf = [&] (const Step& step)
    {
        const double widest = window.beginSeconds < 0 ? -furthest : furthest;
        return perPoint * pointsOf (textOf (widest, decimalsOf (step.seconds)));
    };
    Step step = stepOf (perPoint * kLabelGap);
    while (step.seconds < leastOf (step) * (1 - 1e-9))
        step = stepOf (step.seconds * 1.01);
    const int decimals = decimalsOf (step.seconds);
    return evenTicks (window, step, [&] (double at) { return textOf (at, decimals); });
}

std::vector<TimeTick> sampleTicks (const TimeWindow& window, int widthPoints, double rateHz,
                                   double startSeconds)
{
    // a window in samples
    const TimeWindow samples {(window.beginSeconds - startSeconds) * rateHz,
                              window.spanSeconds * rateHz};
    const auto textOf = [] (double sample)
    { return groupedText (static_cast<std::int64_t> (std::llround (sample))); };
    const double least =
        samples.spanSeconds / std::max (1, widthPoints) * pointsOf (textOf (samples.endSeconds ()));
    Step step = decimalStep (std::max (1.0, least));
    step.numMinor = std::min (step.numMinor, static_cast<int> (std::lround (step.seconds)));
    return evenTicks (samples, step, textOf);
}

} // namespace melstrom
