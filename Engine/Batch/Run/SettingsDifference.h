// In what the settings of two runs differ, for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace melstrom
{

/** "spec/hop_samples: 160 there, 200 now": the first five differences. */
std::string differencesOf (const nlohmann::json& there, const nlohmann::json& now);

} // namespace melstrom
