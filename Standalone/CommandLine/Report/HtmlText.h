// Pieces of HTML.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** Text for an element or an attribute in double quotes: & < > " ' as entities; control characters
    and bytes that are not UTF-8 as U+FFFD. */
std::string htmlText (std::string_view text);

/** Base64 with padding, RFC 4648. */
std::string base64 (std::string_view bytes);

/** "<tag class="name">inside</tag>"; no attribute without a name. `inside` is HTML. */
std::string element (std::string_view tag, std::string_view className, std::string_view inside);

/** "48,000" from 1000 on, "12.35" with four significant digits, "0.00012" with three below 1; "0" is
    exact. */
std::string shownNumber (double number);

/** "3 h 12 min", "4 min 5 s", "12.3 s", "250 ms". */
std::string lengthText (double seconds);

/** A share as "12.3 %"; below 0.1 % with two significant digits. */
std::string percentText (double ratio);

} // namespace melstrom
