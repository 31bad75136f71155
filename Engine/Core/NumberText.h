// Numbers as text for display, the same in every locale.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom
{

/** 39563 as "39,563". */
std::string groupedText (std::int64_t count);

/** "1 file", "39,563 files". */
std::string countText (std::int64_t count, const std::string& unit);
/** countText (1, "copy is", "copies are") is "1 copy is": for a plural without s, or with a verb. */
std::string countText (std::int64_t count, const std::string& one, const std::string& several);

/** Three digits and a suffix: "0.00", "0.52", "12.3", "123", "1.23k", "45.6M", "7.89G";
    "-" if it is not finite. */
std::string shortText (double number);

/** With `decimals` digits after a point, never a comma; "0" if it is not finite. */
std::string fixedText (double number, int decimals);

/** 0.0000123 as "12.3", without the unit. */
std::string microsecondsText (double seconds);

/** "0:07", "12:34", "1:02:03", "2 d 3 h"; rounds up, so that only 0 s is "0:00". */
std::string clockText (double seconds);

/** "0.52 s" below a minute, from then on as `clockText`. */
std::string elapsedText (double seconds);

} // namespace melstrom
