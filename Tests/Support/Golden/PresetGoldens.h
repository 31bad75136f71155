// The golden files that presets must reproduce: what made each file, and how near a preset must be.
#pragma once

#include "Tests/Support/Golden/GoldenCases.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

/** A golden of a preset. The spec of the case is the preset's, stored as float32. */
struct PresetGolden
{
    std::string preset {};
    std::string maker {}; ///< the program whose code computed the file; empty: a transcription
    GoldenCase golden {};
};

/** Fails: throws std::invalid_argument if a row names a preset that is not in the program. */
const std::vector<PresetGolden>& presetGoldens ();

/** For the table of docs/presets.md: the makers of a preset's goldens, "a transcription", or
    "the tests' reference alone". */
std::string proofOfPreset (const std::string& preset);

} // namespace melstrom::testing
