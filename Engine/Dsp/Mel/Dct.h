// The cosine transform of MFCC.
#pragma once

#include <vector>

namespace melstrom
{

/** Orthonormal DCT-II with Kaldi's cepstral lifter folded in, (coefficients, bands), row-major.
    lifter: 0 for none, else row k is scaled by 1 + lifter/2 sin (pi k/lifter).
    Source: Davis & Mermelstein 1980; HTK book, equation 5.12. */
std::vector<float> makeDct (int numCoefficients, int numBands, double lifter);

} // namespace melstrom
