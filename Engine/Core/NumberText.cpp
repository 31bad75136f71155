#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace melstrom
{

std::string groupedText (std::int64_t count)
{
    auto text = std::to_string (count);
    const std::ptrdiff_t firstDigit = count < 0 ? 1 : 0;
    for (auto at = static_cast<std::ptrdiff_t> (text.size ()) - 3; at > firstDigit; at -= 3)
        text.insert (static_cast<std::size_t> (at), 1, ',');
    return text;
}

std::string countText (std::int64_t count, const std::string& unit)
{
    return countText (count, unit, unit + "s");
}

std::string countText (std::int64_t count, const std::string& one, const std::string& several)
{
    return groupedText (count) + " " + (count == 1 ? one : several);
}

std::string fixedText (double number, int decimals)
{
    if (! std::isfinite (number))
        return "0";
    std::array<char, 400> text; // the largest double has 309 digits before the point
    const auto end = std::to_chars (text.data (), text.data () + text.size (), number,
                                    std::chars_format::fixed, decimals);
    return {text.data (), end.ptr};
}

std::string shortText (double number)
{
    if (! std::isfinite (number))
        return "-";
    constexpr std::array<const char*, 5> suffixes {"", "k", "M", "G", "T"};
    std::size_t suffix = 0;
    // 999.5 would show as 1000.
    for (; std::abs (number) >= 999.5 && suffix + 1 < suffixes.size (); ++suffix)
        number /= 1000;

    const double size = std::abs (number);
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return fixedText (number,
                      suffix == 0 && number == std::floor (number) && size >= 10 ? 0 : decimals) +
           suffixes[suffix];
}

std::string microsecondsText (double seconds)
{
    return fixedText (1e6 * seconds, 1);
}

std::string clockText (double seconds)
{
    constexpr double longestSeconds = 1e9; // about 30 years
    if (! (seconds >= 0))
        return "-";
    const auto whole = static_cast<std::int64_t> (std::ceil (std::min (seconds, longestSeconds)));
    const auto twoDigits = [] (std::int64_t number)
    { return (number < 10 ? "0" : "") + std::to_string (number); };

    const auto days = whole / 86400, hours = whole / 3600, minutes = whole / 60 % 60;
    if (days > 0)
        return std::to_string (days) + " d " + std::to_string (hours % 24) + " h";
    if (hours > 0)
        return std::to_string (hours) + ":" + twoDigits (minutes) + ":" + twoDigits (whole % 60);
    return std::to_string (minutes) + ":" + twoDigits (whole % 60);
}

std::string elapsedText (double seconds)
{
    constexpr double minuteSeconds = 60;
    return seconds < minuteSeconds ? fixedText (seconds, 2) + " s" : clockText (seconds);
}

} // namespace melstrom
