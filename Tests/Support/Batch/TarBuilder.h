// Tars written block by block by the POSIX format, for tests of their reader.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace melstrom::testing
{

struct TarFields
{
    std::string name;
    char type = '0';
    std::string target;
    std::string magic {"ustar\00000", 8};
    std::string prefix;
    std::int64_t declaredBytes = -1; ///< below 0: the size of the data
    bool isBase256 = false;          ///< encoding of the size
    bool isSignedSum = false;        ///< the checksum adds signed bytes
};

inline std::string tarBlocks (std::string_view data)
{
    return std::string (data) + std::string ((512 - data.size () % 512) % 512, '\0');
}

inline std::string octalText (std::int64_t value, int digits)
{
    char text[32];
    std::snprintf (text, sizeof text, "%0*llo", digits, static_cast<unsigned long long> (value));
    return text;
}

inline std::string base256Text (std::int64_t value)
{
    std::string text (12, '\0');
    for (std::size_t i = 12; i-- > 1; value >>= 8)
        text[i] = static_cast<char> (value & 255);
    text[0] = '\x80';
    return text;
}

/** A header, its data and the zero padding. */
inline std::string tarEntry (const TarFields& fields, std::string_view data = {})
{
    std::string block (512, '\0');
    const auto put = [&block] (std::size_t at, std::string_view text)
    { block.replace (at, text.size (), text); };
    const auto bytes =
        fields.declaredBytes < 0 ? static_cast<std::int64_t> (data.size ()) : fields.declaredBytes;
    put (0, std::string_view (fields.name).substr (0, 100));
    put (100, "0000644");
    put (124, fields.isBase256 ? base256Text (bytes) : octalText (bytes, 11));
    put (136, "00000000000");
    put (148, "        ");
    block[156] = fields.type;
    put (157, fields.target);
    put (257, fields.magic);
    put (345, fields.prefix);
    std::int64_t sum = 0;
    for (const char c : block)
        sum += fields.isSignedSum ? static_cast<signed char> (c) : static_cast<unsigned char> (c);
    put (148, octalText (sum, 6) + std::string ("\0 ", 2));
    return block + tarBlocks (data);
}

inline std::string tarFile (const std::string& name, std::string_view data = {})
{
    TarFields fields;
    fields.name = name;
    return tarEntry (fields, data);
}

inline std::string tarOfType (char type, const std::string& name, std::string_view data = {},
                              const std::string& target = {})
{
    TarFields fields;
    fields.name = name;
    fields.type = type;
    fields.target = target;
    return tarEntry (fields, data);
}

/** "30 path=...\n"; the length includes its own digits. */
inline std::string paxRecord (const std::string& key, const std::string& value)
{
    const auto rest = " " + key + "=" + value + "\n";
    auto length = rest.size () + 1;
    while (std::to_string (length).size () + rest.size () != length)
        ++length;
    return std::to_string (length) + rest;
}

inline std::string tarEnd ()
{
    return std::string (1024, '\0');
}

} // namespace melstrom::testing
