// What a run records of itself: its device, start time and settings; and how the settings of two
// runs differ.
#pragma once

#include "Engine/Backend/Backend.h"

#include <nlohmann/json.hpp>
#include <string>

namespace melstrom
{

/** The device that a continued run must also have: any GPU of one kind, in any slot. "cpu", or
    "cuda, NVIDIA H200". */
std::string deviceKindOf (const Backend& backend);
/** The same from Backend::name and Backend::deviceName, as dataset.json has them. */
std::string deviceKindOf (const std::string& backendName, const std::string& deviceName);

/** The time now, "2026-11-21T05:54:00Z". SOURCE_DATE_EPOCH replaces the clock if bytes must
    repeat. */
std::string creationTime ();

/** The settings that a dataset.json records; settings that it does not record are as now. */
nlohmann::json settingsOfDataset (const nlohmann::json& dataset, const nlohmann::json& now);

/** "spec/hop_samples: 160 there, 200 now": the first five differences, as text for people. */
std::string differencesOf (const nlohmann::json& there, const nlohmann::json& now);

} // namespace melstrom
