#include "Engine/Spec/Tuning/ScalaLines.h"

#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <charconv>

namespace melstrom
{

namespace
{
/** Removes a leading plus, which from_chars does not accept. */
std::string_view withoutPlus (std::string_view text)
{
    const bool hasPlus = text.size () > 1 && text[0] == '+' && text[1] != '-';
    return hasPlus ? text.substr (1) : text;
}

template <typename Number, typename... Format>
std::optional<Number> leadingNumber (std::string_view text, std::string_view& rest,
                                     Format... format)
{
    const auto digits = withoutPlus (text);
    const auto* end = digits.data () + digits.size ();
    // from_chars would accept "inf" and "nan"
    const auto start = digits.find_first_not_of ('-');
    if (start == std::string_view::npos ||
        ! (digits[start] == '.' || (digits[start] >= '0' && digits[start] <= '9')))
        return std::nullopt;
    Number number {};
    const auto parsed = std::from_chars (digits.data (), end, number, format...);
    if (parsed.ec != std::errc {})
        return std::nullopt;
    rest = {parsed.ptr, static_cast<std::size_t> (end - parsed.ptr)};
    return number;
}
} // namespace

ScalaLines::ScalaLines (std::string_view text, const std::string& fileName)
    : rest_ (text), fileName_ (fileName)
{
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (rest_.substr (0, kByteOrderMark.size ()) == kByteOrderMark)
        rest_.remove_prefix (kByteOrderMark.size ());
}

std::optional<std::string_view> ScalaLines::next ()
{
    while (! rest_.empty ())
    {
        const auto end = std::min (rest_.find_first_of ("\r\n"), rest_.size ());
        const auto line = rest_.substr (0, end);
        rest_.remove_prefix (end);
        rest_.remove_prefix (rest_.substr (0, 2) == "\r\n" ? 2 : rest_.empty () ? 0 : 1);
        ++lineNumber_;
        if (line.empty () || line.front () != '!')
            return trimmedText (line);
    }
    return std::nullopt;
}

std::optional<std::string_view> ScalaLines::nextFilled ()
{
    auto line = next ();
    while (line && line->empty ())
        line = next ();
    return line;
}

Result<int> ScalaLines::whole (std::string_view what, int lowest, int highest)
{
    const auto line = nextFilled ();
    if (! line)
        return endFault (what);
    std::string_view rest;
    const auto number = leadingWhole (*line, rest);
    if (! number || *number < lowest || *number > highest || rest.substr (0, 1) == ".")
        return fault (quotedText (*line) + ": " + std::string (what) +
                      " must be a whole number from " + std::to_string (lowest) + " to " +
                      std::to_string (highest));
    return static_cast<int> (*number);
}

Result<double> ScalaLines::real (std::string_view what)
{
    const auto line = nextFilled ();
    if (! line)
        return endFault (what);
    std::string_view rest;
    if (const auto number = leadingReal (*line, rest))
        return *number;
    return fault (quotedText (*line) + ": " + std::string (what) + " must be a number");
}

Error ScalaLines::fault (const std::string& message) const
{
    return badPatch (fileName_ + ':' + std::to_string (lineNumber_) + ": " + message);
}

Error ScalaLines::endFault (std::string_view what) const
{
    return fault ("the file ends before " + std::string (what));
}

std::optional<long long> leadingWhole (std::string_view text, std::string_view& rest)
{
    return leadingNumber<long long> (text, rest);
}

std::optional<double> leadingReal (std::string_view text, std::string_view& rest)
{
    return leadingNumber<double> (text, rest, std::chars_format::fixed);
}

} // namespace melstrom
