// The differences between the settings of two runs, as text for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace melstrom
{

/** The settings that a dataset.json records; settings that it does not record are as now. */
nlohmann::json settingsOfDataset (const nlohmann::json& dataset, const nlohmann::json& now);

/** "spec/hop_samples: 160 there, 200 now": the first five differences. */
std::string differencesOf (const nlohmann::json& there, const nlohmann::json& now);

} // namespace melstrom
