// Allowed values of a parameter, as text and as a check; for files, hosts and Patch::validate.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Completes "must be ...": "a number from 0 to 100 cents", "\"sine\" or \"saw\"", "true or
    false". */
std::string allowedText (const PatchParameter& parameter);

/** True if the value is in the range, and whole if the parameter is stepped; false for NaN. */
bool isAllowed (const PatchParameter& parameter, float value) noexcept;

/** The number rounded to a float; empty if the parameter does not allow it. */
std::optional<float> allowedValue (const PatchParameter& parameter, double number) noexcept;

/** Shortest text that reads back as the same float when it is parsed as a double, as TOML does. */
std::string exactText (float value);

/** The value in a patch file, a name without its quotes: "true", "saw", "0.25". */
std::string storedText (const PatchParameter& parameter, float value);

/** The names of a choice, for messages. */
std::vector<std::string> choiceNames (const PatchParameter& parameter);

} // namespace melstrom
