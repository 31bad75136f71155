// Which samples of a file a feature is made of.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <vector>

namespace melstrom::testing
{

/** The signal that clip_ms, clip_from, clip_pad and pad_to_samples make of all samples of a file at
    the rate of the features. */
std::vector<double> referenceClip (const MelSpec& spec, int rateHz,
                                   const std::vector<double>& whole);

} // namespace melstrom::testing
