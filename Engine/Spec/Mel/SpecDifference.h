// The settings in which two specs differ.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <string>
#include <vector>

namespace melstrom
{

struct SpecDifference
{
    std::string key, meaning;
    std::string first, second; ///< values as in TOML; "-": the spec does not use the key
};

/** Keys with different values, if at least one of the two specs uses the key, in the order of
    specKeys. Thread: any. */
std::vector<SpecDifference> specDifferences (const MelSpec& first, const MelSpec& second);

} // namespace melstrom
