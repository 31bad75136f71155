// Paths of any bytes in JSON, whose texts are UTF-8.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace melstrom
{

/** Sets json[key]. Of a path that is not UTF-8, also json[key_hex]: its bytes, two hex digits each;
    U+FFFD replaces bytes of json[key] when the text is written. */
void setPath (nlohmann::ordered_json& json, const std::string& key, const std::string& path);

/** The path that setPath wrote. Empty: there is none, or its digits are damaged. */
std::optional<std::string> pathOf (const nlohmann::json& json, const std::string& key);

} // namespace melstrom
