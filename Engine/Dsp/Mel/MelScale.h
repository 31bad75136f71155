// Frequency in Hz to mel and back, in three scales.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

namespace melstrom
{

/** hz >= 0. Sources: HTK 2595 log10 (1 + f/700) (O'Shaughnessy 1987, HTK book); Kaldi 1127 ln (1 +
    f/700); Slaney 1998, Auditory Toolbox: linear below 1 kHz, above it logarithmic with 27 steps
    per factor of 6.4 in frequency. */
double hzToMel (MelScale scale, double hz) noexcept;
double melToHz (MelScale scale, double mel) noexcept;

} // namespace melstrom
