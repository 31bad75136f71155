// Frequency in Hz to mel and back, in the three scales that people train with.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

namespace melstrom
{

/** hz >= 0. Sources: HTK 2595 log10 (1 + f/700) (O'Shaughnessy 1987, HTK book); Kaldi 1127 ln (1 +
   f/700); Slaney 1998, Auditory Toolbox: linear below 1 kHz, 27 logarithmic steps an octave and a
   bit (6.4) above. */
double hzToMel (MelScale scale, double hz) noexcept;
double melToHz (MelScale scale, double mel) noexcept;

} // namespace melstrom
