#include "Engine/Batch/Dataset/DescriptionSeal.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Core/Crc32c.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
constexpr std::string_view kObjectEnd = "\n}\n";

std::string sealOf (std::string_view described)
{
    return ",\n  \"crc32c\": \"" + hexadecimal (crc32c (0, described.data (), described.size ())) +
           "\"" + std::string (kObjectEnd);
}
} // namespace

std::string sealedJsonText (const nlohmann::ordered_json& description)
{
    std::string text = jsonText (description);
    text.resize (text.size () - kObjectEnd.size ());
    return text + sealOf (text);
}

bool isSealed (std::string_view text)
{
    constexpr std::size_t sealBytes = sizeof (",\n  \"crc32c\": \"01234567\"\n}\n") - 1;
    if (text.size () <= sealBytes)
        return false;
    const auto described = text.substr (0, text.size () - sealBytes);
    return text.substr (described.size ()) == sealOf (described);
}

} // namespace melstrom
