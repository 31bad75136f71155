// Cuts and pads a file's samples to the signal that features are computed from.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <vector>

namespace melstrom::testing
{

/** Applies clip_ms, clip_from, clip_pad and pad_to_samples to all samples of a file. The samples
    are at the rate of the features. */
std::vector<double> referenceClip (const MelSpec& spec, int rateHz,
                                   const std::vector<double>& whole);

} // namespace melstrom::testing
