// Limits of the front ends that a spectrogram can show.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>

namespace melstrom
{

/** Number of levels in TapTrace::kLongestSeconds of rows: 128 MiB. */
inline constexpr std::int64_t kMostShownLevels = std::int64_t {1} << 25;
/** Number of bank weights (bands x bins) while a plan is made: 256 MiB. */
inline constexpr std::int64_t kMostShownWeights = std::int64_t {1} << 26;

/** rateHz: the host's, above 0. Fails: as geometryAt; badSpec if the levels of a minute or the
    bank's weights exceed the limits; the message names the setting, its value and a remedy. */
Result<void> checkShown (const MelSpec& spec, double rateHz);

} // namespace melstrom
