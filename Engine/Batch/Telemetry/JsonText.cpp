#include "Engine/Batch/Telemetry/JsonText.h"

#include "Engine/Core/HexText.h"

#include <cstdint>

namespace melstrom
{

namespace
{

/** Bytes of the well-formed UTF-8 sequence at the start, 0 if there is none.
    source  The Unicode Standard 15.0, table 3-7 */
std::size_t utf8SequenceBytes (std::string_view text)
{
    const auto byteAt = [&] (std::size_t index) -> unsigned
    { return index < text.size () ? static_cast<std::uint8_t> (text[index]) : 0u; };
    const auto follows = [&] (std::size_t index) { return (byteAt (index) & 0xC0u) == 0x80u; };

    const unsigned first = byteAt (0), second = byteAt (1);
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return follows (1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF)
    {
        const bool overlong = first == 0xE0 && second < 0xA0;
        const bool surrogate = first == 0xED && second > 0x9F;
        return follows (1) && follows (2) && ! overlong && ! surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4)
    {
        const bool overlong = first == 0xF0 && second < 0x90;
        const bool beyond = first == 0xF4 && second > 0x8F;
        return follows (1) && follows (2) && follows (3) && ! overlong && ! beyond ? 4 : 0;
    }
    return 0;
}

} // namespace

void appendJsonString (std::string& json, std::string_view bytes)
{
    json += '"';
    while (! bytes.empty ())
    {
        const auto length = utf8SequenceBytes (bytes);
        const auto byte = static_cast<unsigned char> (bytes[0]);
        if (length == 0)
            json += "\xEF\xBF\xBD";
        else if (byte == '"' || byte == '\\')
        {
            json += '\\';
            json += bytes[0];
        }
        else if (byte < 0x20 || byte == 0x7F)
            json += "\\u00" + hexText (byte);
        else
            json.append (bytes.substr (0, length));
        bytes.remove_prefix (length == 0 ? 1 : length);
    }
    json += '"';
}

} // namespace melstrom
