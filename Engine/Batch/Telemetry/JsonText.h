// Writes JSON piece by piece, the same in every locale.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** Appends a quoted JSON string. Bytes that are not UTF-8 become U+FFFD, so that the text always
    parses. */
void appendJsonString (std::string& json, std::string_view bytes);

} // namespace melstrom
