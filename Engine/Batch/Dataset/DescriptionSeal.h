// The checksum that dataset.json carries of itself.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace melstrom
{

/** jsonText of the object with one more key, the last: "crc32c", the CRC-32C of all bytes before the
    comma in front of it. docs/formats.md has the Python that checks it.
    description  an object with at least one key, without "crc32c" */
std::string sealedJsonText (const nlohmann::ordered_json& description);

/** True if every byte of the text is as sealedJsonText wrote it. Thread: any. */
bool isSealed (std::string_view text);

} // namespace melstrom
