#include "Engine/Marks/MarkNumber.h"

#include "Engine/Core/Printable.h"
#include "Engine/Marks/DelimitedRow.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace melstrom
{

namespace
{
std::optional<double> numberOf (std::string_view text)
{
    const bool hasPlus = text.starts_with ('+');
    text.remove_prefix (hasPlus ? 1 : 0);
    if (! beginsAsNumber (text) || text[0] == '+' || (hasPlus && text[0] == '-'))
        return {};
    double value = 0;
    const auto [end, fault] = std::from_chars (text.data (), text.data () + text.size (), value);
    if (fault != std::errc () || end != text.data () + text.size () || ! std::isfinite (value))
        return {};
    return value;
}
} // namespace

Error badMarks (std::string message)
{
    return {ErrorCode::badUsage, std::move (message), {}};
}

Error badMarksAt (const std::string& name, int line, std::string_view what)
{
    return badMarks (printable (name) + ", line " + std::to_string (line) + ": " +
                     std::string (what));
}

std::string shownText (std::string_view text)
{
    constexpr std::size_t kMostBytes = 60;
    return '"' + printable (text.substr (0, kMostBytes)) +
           (text.size () > kMostBytes ? "..." : "") + '"';
}

bool beginsAsNumber (std::string_view text) noexcept
{
    return ! text.empty () && ((text[0] >= '0' && text[0] <= '9') || text[0] == '-' ||
                               text[0] == '+' || text[0] == '.');
}

Result<double> readNumber (std::string_view text, std::string_view what)
{
    text = withoutBlanks (text);
    if (const auto value = numberOf (text))
        return *value;
    const std::string start (what);
    if (text.empty ())
        return badMarks (start + " is empty; write a number such as 1.5.");
    std::string withPoint (text);
    std::ranges::replace (withPoint, ',', '.');
    if (numberOf (withPoint))
        return badMarks (start + " is " + shownText (text) +
                         "; write a decimal point: " + withPoint + ".");
    return badMarks (start + " is " + shownText (text) +
                     ", not a finite number; write digits with a decimal point, such as 1.5.");
}

std::string writtenNumber (double value)
{
    std::array<char, 400> text; // the smallest double has 324 digits behind the point
    const auto end = std::to_chars (text.data (), text.data () + text.size (), value + 0.0,
                                    std::chars_format::fixed)
                         .ptr;
    return {text.data (), end};
}

} // namespace melstrom
