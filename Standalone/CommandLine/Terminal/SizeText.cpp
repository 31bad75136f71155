#include "Standalone/CommandLine/Terminal/SizeText.h"

#include "Engine/Core/NumberText.h"

#include <charconv>
#include <cmath>

namespace melstrom
{

namespace
{

char lowerCase (char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char> (letter - 'A' + 'a') : letter;
}

/** 1, 1024, 1024^2, ... for "", "k", "mib", ...; empty: unknown suffix. */
std::optional<double> factorOf (std::string_view suffix)
{
    constexpr std::string_view letters = "kmgt";
    std::string lower;
    for (const char letter : suffix)
        lower += lowerCase (letter);
    if (lower.empty () || lower == "b")
        return 1.0;
    const auto power = letters.find (lower.front ());
    const auto rest = std::string_view (lower).substr (1);
    if (power == std::string_view::npos || ! (rest.empty () || rest == "b" || rest == "ib"))
        return std::nullopt;
    return std::ldexp (1.0, 10 * (static_cast<int> (power) + 1));
}

} // namespace

std::optional<std::int64_t> parseSize (std::string_view text)
{
    constexpr double mostBytes = 9.2e18;
    double number = 0;
    const auto [end, failed] = std::from_chars (text.data (), text.data () + text.size (), number,
                                                std::chars_format::fixed);
    if (failed != std::errc ())
        return std::nullopt;
    const auto factor =
        factorOf ({end, static_cast<std::size_t> (text.data () + text.size () - end)});
    if (! factor || ! (number > 0) || number * *factor > mostBytes)
        return std::nullopt;
    return static_cast<std::int64_t> (number * *factor);
}

std::string bytesText (double bytes)
{
    if (bytes < 1000)
        return fixedText (bytes, 0) + " bytes";
    std::string text = shortText (bytes);
    const char suffix = text.back ();
    text.pop_back ();
    return text + " " + suffix + "B";
}

std::string byteRateText (double bytesPerSecond)
{
    return bytesText (bytesPerSecond) + "/s";
}

std::string audioRateText (double hoursPerSecond)
{
    constexpr double minutesPerHour = 60, secondsPerHour = 3600;
    if (hoursPerSecond >= 1)
        return shortText (hoursPerSecond) + " h";
    if (hoursPerSecond * minutesPerHour >= 1)
        return shortText (hoursPerSecond * minutesPerHour) + " min";
    return shortText (hoursPerSecond * secondsPerHour) + " s";
}

std::string timeOfWorkText (double seconds)
{
    return seconds < 1 ? fixedText (1e3 * seconds, 1) + " ms" : fixedText (seconds, 2) + " s";
}

std::string shareText (double ratio)
{
    return fixedText (100 * ratio, 1) + " %";
}

} // namespace melstrom
