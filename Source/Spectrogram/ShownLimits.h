// Which front ends a spectrogram can be kept of.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>

namespace melstrom
{

/** Levels that a spectrogram keeps, of TapTrace::kLongestSeconds: 128 MiB. */
inline constexpr std::int64_t kMostShownLevels = std::int64_t {1} << 25;
/** Weights of a bank while a plan is made of it: bands x bins, 256 MiB. */
inline constexpr std::int64_t kMostShownWeights = std::int64_t {1} << 26;

/** rateHz: the host's, above 0. Fails: as geometryAt; badSpec where the rows of a minute, or the bank, are more than
    that; the message names the setting, its value and what helps. */
Result<void> checkShown (const MelSpec& spec, double rateHz);

} // namespace melstrom
