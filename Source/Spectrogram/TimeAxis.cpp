#include "Source/Spectrogram/TimeAxis.h"

#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr double kStepsSeconds[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60};
constexpr int kMinorPerStep = 5;

std::string labelOf (double secondsAgo, int decimals)
{
    return secondsAgo == 0 ? "0 s" : "-" + fixedText (secondsAgo, decimals) + " s";
}

std::int64_t ceiling (double number) noexcept
{
    return static_cast<std::int64_t> (std::ceil (number));
}

} // namespace

TimeAxis::TimeAxis (double spanSeconds, double rowsPerSecond, int widthPixels) noexcept
    : spanSeconds_ (spanSeconds), rowsPerColumn_ (spanSeconds * rowsPerSecond / widthPixels),
      widthPixels_ (widthPixels)
{
}

RowRange TimeAxis::rowsOf (std::int64_t column) const noexcept
{
    const double first = static_cast<double> (column) * rowsPerColumn_;
    const double end = static_cast<double> (column + 1) * rowsPerColumn_;
    const RowRange rows {ceiling (first), ceiling (end) - 1};
    if (rows.first <= rows.last)
        return rows;
    const auto lasting = static_cast<std::int64_t> (std::floor (first));
    return {lasting, lasting};
}

std::int64_t TimeAxis::endColumn (std::int64_t endRow) const noexcept
{
    auto column =
        static_cast<std::int64_t> (std::floor (static_cast<double> (endRow) / rowsPerColumn_));
    while (rowsOf (column).last < endRow)
        ++column;
    while (column > 0 && rowsOf (column - 1).last >= endRow)
        --column;
    return column;
}

double TimeAxis::secondsAt (int xPixels) const noexcept
{
    return (xPixels + 0.5 - widthPixels_) * spanSeconds_ / widthPixels_;
}

std::vector<TimeTick> TimeAxis::ticks (int closestPixels) const
{
    const double least = spanSeconds_ * closestPixels / widthPixels_;
    const auto* const found = std::ranges::lower_bound (kStepsSeconds, least);
    const double step =
        found == std::end (kStepsSeconds) ? kStepsSeconds[std::size (kStepsSeconds) - 1] : *found;
    const int decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0;
    std::vector<TimeTick> ticks;
    const double minor = step / kMinorPerStep;
    for (auto n = static_cast<int> (std::floor (spanSeconds_ / minor + 1e-9)); n >= 0; --n)
        ticks.push_back ({std::clamp (1 - n * minor / spanSeconds_, 0.0, 1.0),
                          n % kMinorPerStep == 0 ? labelOf (n * minor, decimals) : std::string ()});
    return ticks;
}

} // namespace melstrom
