// Analysis windows.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <vector>

namespace melstrom
{

/** numSamples >= 1 values in [0, 1], float64. A window of one sample is 1.
    Source: Harris 1978; Povey's is Kaldi's (feature-window.cc); Blackman's constant is 0.42. */
std::vector<double> makeWindow (WindowShape shape, int numSamples);

} // namespace melstrom
