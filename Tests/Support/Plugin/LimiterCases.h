// Dangerous sounds for tests of the limiter.
#pragma once

#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/TemporaryFolder.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

/** Private, empty settings for the length of a test. */
struct OwnSettings
{
    TemporaryFolder folder;
    EnvironmentVariable variable {"MELSTROM_SETTINGS", folder.path ().c_str ()};
};

/** Settings that were found to be dangerous, each by itself. */
struct Danger
{
    const char* name;
    std::vector<std::string> settings;
    double leastPeakDb; ///< least peak without the limiter
};
inline const std::vector<Danger> kDangers {
    {"gains of 18 dB", {"osc1.spectrum=saw", "patch.volume=6", "output.gain=12"}, 12},
    {"noise colour +12 dB/oct", {"noise.level=1", "noise.colour=12"}, 3},
    {"resonance 20",
     {"osc1.spectrum=saw", "filter.type=low", "filter.slope=24db", "filter.cutoff=440",
      "filter.resonance=20", "output.gain=9"},
     12}};

inline Patch patchOf (const std::vector<std::string>& settings)
{
    Patch patch;
    for (const auto& setting : settings)
        REQUIRE (applySetting (patch, setting).ok ());
    return patch;
}

inline const std::vector<int> kLoudKeys {33, 45, 57, 69};

} // namespace melstrom::testing
