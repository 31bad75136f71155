// The checksum of itself that dataset.json holds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace melstrom
{

/** jsonText of the object with one more key at the end: "crc32c", the CRC-32C of all bytes before
    the comma in front of the key. docs/formats.md has the Python that checks it.
    description  an object with at least one key, without "crc32c" */
std::string sealedJsonText (const nlohmann::ordered_json& description);

/** True if every byte of the text is as sealedJsonText wrote it. Thread: any. */
bool isSealed (std::string_view text);

} // namespace melstrom
