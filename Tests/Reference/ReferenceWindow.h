// Window functions, in double.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <vector>

namespace melstrom::testing
{

/** The window's weights i = 0 .. length-1; a symmetric window of one sample is 1.
    source  Kaldi feature-window.cc; scipy.signal.get_window; DALI's Spectrogram for the
            half-sample Hann */
std::vector<double> referenceWindow (WindowShape shape, int length);

} // namespace melstrom::testing
