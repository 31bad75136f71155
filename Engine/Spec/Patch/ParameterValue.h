// What values a parameter takes, in words and as a check: files, hosts and Patch::validate share it.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Completes "must be ...": "a number from 0 to 100 cents", "\"sine\" or \"saw\"", "true or false". */
std::string allowedText (const PatchParameter& parameter);

/** In the range, a whole number where only those count; false for NaN. */
bool isAllowed (const PatchParameter& parameter, float value) noexcept;

/** The float nearest to a number from a text; empty where it is not allowed. */
std::optional<float> allowedValue (const PatchParameter& parameter, double number) noexcept;

/** Shortest text that reads back as the same float, by way of a double as TOML does it. */
std::string exactText (float value);

/** The names of a choice, for messages. */
std::vector<std::string> choiceNames (const PatchParameter& parameter);

} // namespace melstrom
