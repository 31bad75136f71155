// Numbers and texts of a file of marks, for reading, writing and messages.
#pragma once

#include "Engine/Core/Result.h"

#include <string>
#include <string_view>

namespace melstrom
{

Error badMarks (std::string message); ///< badUsage

/** "NAME, line N: ..." */
Error badMarksAt (const std::string& name, int line, std::string_view what);

/** A text in quotes, printable, cut to 60 bytes. */
std::string shownText (std::string_view text);

/** True if the text begins as a number does: with a digit, a sign or a point. */
bool beginsAsNumber (std::string_view text) noexcept;

/** A finite number with a decimal point; blanks around it are allowed, an exponent and a plus too.
    what   "the begin", for the message
    Fails: badUsage: a text that is no such number, a comma instead of the point. */
Result<double> readNumber (std::string_view text, std::string_view what);

/** Fewest digits that read back as the same number, with a decimal point and without an exponent:
    "0.00001". In every locale. */
std::string writtenNumber (double value);

} // namespace melstrom
