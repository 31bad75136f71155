// Why two features of the same sound differ, as far as the specs alone can tell.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <string>
#include <vector>

namespace melstrom
{

/** One thing that the two do differently. */
struct DifferenceCause
{
    std::string subject; ///< "preemphasis"
    std::string effect;  ///< "-30.5 dB at 0 Hz to +5.8 dB at Nyquist"
};

/** Where a cause changes band energies: second over first, in dB, with the formula behind each in
    the source. */
std::vector<DifferenceCause> bandCauses (const MelGeometry& first, const MelGeometry& second);

/** What happens after the bands, and so is in the features but not in a comparison of bands. */
std::vector<DifferenceCause> featureCauses (const MelGeometry& first, const MelGeometry& second);

} // namespace melstrom
