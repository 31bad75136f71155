// Lines of Scala's text files, without comments; line numbers are kept for messages.
#pragma once

#include "Engine/Core/Result.h"

#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** Reads line by line and skips comments, which begin with '!'. Lines end in LF, CR LF or CR. */
class ScalaLines
{
public:
    /** text and fileName must outlive the object. */
    ScalaLines (std::string_view text, const std::string& fileName);

    /** The next line, without blanks at its ends. Empty optional: end of the text. */
    std::optional<std::string_view> next ();
    /** The next line that is not empty. */
    std::optional<std::string_view> nextFilled ();

    // The number at the beginning of the next line that is not empty; text behind the number is
    // ignored. Fail: badSpec. what: "the number of notes", for the message
    Result<int> whole (std::string_view what, int lowest, int highest);
    Result<double> real (std::string_view what);

    /** "FILE:LINE: MESSAGE", with the number of the last line that was read. */
    Error fault (const std::string& message) const;
    /** Error of a file that ends before `what`. */
    Error endFault (std::string_view what) const;

private:
    std::string_view rest_;
    const std::string& fileName_;
    int lineNumber_ = 0;
};

/** Reads digits with at most one sign before them; `rest` is the text behind them. Empty: not a
    number, or too large. */
std::optional<long long> leadingWhole (std::string_view text, std::string_view& rest);
/** The same with an optional point and decimals; no exponent. */
std::optional<double> leadingReal (std::string_view text, std::string_view& rest);

} // namespace melstrom
