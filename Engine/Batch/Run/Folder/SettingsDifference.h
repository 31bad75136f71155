// In what the settings of two runs differ, for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace melstrom
{

/** What a dataset.json says of the settings that it was made with; the rest as it is now. */
nlohmann::json settingsOfDataset (const nlohmann::json& dataset, const nlohmann::json& now);

/** "spec/hop_samples: 160 there, 200 now": the first five differences. */
std::string differencesOf (const nlohmann::json& there, const nlohmann::json& now);

} // namespace melstrom
