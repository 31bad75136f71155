// Lists why two features of the same sound differ, as far as the specs show.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <string>
#include <vector>

namespace melstrom
{

/** One setting that differs. */
struct DifferenceCause
{
    std::string subject; ///< "preemphasis"
    std::string effect;  ///< "-30.5 dB at 0 Hz to +5.8 dB at Nyquist"
};

/** Causes that change band energies: second over first, in dB. The source has the formula of
    each. */
std::vector<DifferenceCause> bandCauses (const MelGeometry& first, const MelGeometry& second);

/** Causes after the bands. They change the features, but not a comparison of bands. */
std::vector<DifferenceCause> featureCauses (const MelGeometry& first, const MelGeometry& second);

} // namespace melstrom
