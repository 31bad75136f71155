// Bytes as hexadecimal digits.
#pragma once

#include <string>

namespace melstrom
{

/** The two digits of a byte: "0f", or in capitals "0F". */
inline std::string hexText (unsigned char byte, bool isUpper = false)
{
    const char* const digits = isUpper ? "0123456789ABCDEF" : "0123456789abcdef";
    return {digits[byte >> 4], digits[byte & 15]};
}

} // namespace melstrom
