// A spec as a preset and the settings that change it.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <functional>
#include <string>
#include <vector>

namespace melstrom
{

struct PresetSettings
{
    std::string preset;
    std::vector<std::string> settings {}; ///< "key=value", for --set
    MelSpec spec {};                      ///< what preset and settings give
};

/** The preset that needs the fewest settings to give the spec. `rateHz`: of the file. Settings
    without which `isAsGood` still holds are left out. Thread: any. */
PresetSettings presetSettingsOf (const MelSpec& spec, int rateHz,
                                 const std::function<bool (const MelSpec&)>& isAsGood);

} // namespace melstrom
