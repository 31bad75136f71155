// Ranges of VoiceControl's values.
#pragma once

namespace melstrom
{

/** Range of the filter's cutoff; kHighestCutoff in cycles per sample. */
inline constexpr double kLowestCutoffHz = 20, kHighestCutoff = 0.49;

} // namespace melstrom
