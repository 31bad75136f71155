#include "Standalone/CommandLine/Report/HtmlText.h"

#include "Engine/Core/NumberText.h"
#include "Source/Picture/Utf8.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace melstrom
{

namespace
{
void appendUtf8 (std::string& text, char32_t character)
{
    const auto add = [&text] (char32_t byte) { text += static_cast<char> (byte); };
    const auto more = [&] (int shift) { add (0x80 | (character >> shift & 0x3f)); };
    if (character < 0x80)
        return add (character);
    if (character < 0x800)
        add (0xc0 | character >> 6);
    else if (character < 0x10000)
        add (0xe0 | character >> 12);
    else
        add (0xf0 | character >> 18);
    if (character >= 0x10000)
        more (12);
    if (character >= 0x800)
        more (6);
    more (0);
}

std::string significantText (double number, int digits)
{
    char text[40];
    std::snprintf (text, sizeof text, "%.*g", digits, number);
    return text;
}
} // namespace

std::string htmlText (std::string_view text)
{
    std::string html;
    for (const char32_t character : decodeUtf8 (text))
        switch (character)
        {
            case U'&': html += "&amp;"; break;
            case U'<': html += "&lt;"; break;
            case U'>': html += "&gt;"; break;
            case U'"': html += "&quot;"; break;
            case U'\'': html += "&#39;"; break;
            default: appendUtf8 (html, character);
        }
    return html;
}

std::string base64 (std::string_view bytes)
{
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size (); i += 3)
    {
        std::uint32_t group = 0;
        const std::size_t count = bytes.size () - i < 3 ? bytes.size () - i : 3;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? static_cast<unsigned char> (bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::string element (std::string_view tag, std::string_view className, std::string_view inside)
{
    std::string html = "<" + std::string (tag);
    if (! className.empty ())
        html += " class=\"" + std::string (className) + "\"";
    return html + ">" + std::string (inside) + "</" + std::string (tag) + ">\n";
}

std::string shownNumber (double number)
{
    if (! std::isfinite (number))
        return "-";
    const double magnitude = std::fabs (number);
    if (magnitude >= 1000 && magnitude < 1e15)
        return groupedText (std::llround (number));
    return significantText (number, magnitude < 1 ? 3 : 4);
}

std::string lengthText (double seconds)
{
    const auto whole = std::llround (seconds);
    if (seconds >= 3600)
        return groupedText (whole / 3600) + " h " + std::to_string (whole / 60 % 60) + " min";
    if (seconds >= 60)
        return std::to_string (whole / 60) + " min " + std::to_string (whole % 60) + " s";
    return seconds >= 0.9995 ? significantText (seconds, 3) + " s" // 999.5 ms would be 1e+03
                             : significantText (seconds * 1000, 3) + " ms";
}

std::string percentText (double ratio)
{
    const double percent = 100 * ratio;
    return (percent == 0 || percent >= 0.1 ? fixedText (percent, percent < 99.95 ? 1 : 0)
                                           : significantText (percent, 2)) +
           " %";
}

} // namespace melstrom
