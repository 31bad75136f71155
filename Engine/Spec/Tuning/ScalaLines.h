// Lines of Scala's text files: comments left out, numbers kept for messages.
#pragma once

#include "Engine/Core/Result.h"

#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** Walks the lines that are no comments: those that begin with '!'. Lines end in LF, CR LF or CR. */
class ScalaLines
{
public:
    /** Both outlive this. */
    ScalaLines (std::string_view text, const std::string& fileName);

    /** The next line, without blanks at its ends; empty optional: there is none. */
    std::optional<std::string_view> next ();
    /** The next one that is not empty. */
    std::optional<std::string_view> nextFilled ();

    // The number at the beginning of the next line that is not empty; what follows is ignored. Fail:
    // badSpec. what: "the number of notes"
    Result<int> whole (std::string_view what, int lowest, int highest);
    Result<double> real (std::string_view what);

    /** "FILE:LINE: MESSAGE", of the line that came last. */
    Error fault (const std::string& message) const;
    /** Of a file that ends too soon. */
    Error endFault (std::string_view what) const;

private:
    std::string_view rest_;
    const std::string& fileName_;
    int lineNumber_ = 0;
};

/** Digits with at most one sign before them; `rest` is what follows. Empty: no such number, or too large. */
std::optional<long long> leadingWhole (std::string_view text, std::string_view& rest);
/** The same with an optional point and decimals; no exponent. */
std::optional<double> leadingReal (std::string_view text, std::string_view& rest);

} // namespace melstrom
