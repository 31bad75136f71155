// Ranges of what a VoiceControl holds.
#pragma once

namespace melstrom
{

/** Of the filter's cutoff: in Hz, and in cycles a sample. */
inline constexpr double kLowestCutoffHz = 20, kHighestCutoff = 0.49;

} // namespace melstrom
