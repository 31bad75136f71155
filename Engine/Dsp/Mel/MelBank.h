// The mel scale, its triangular filters, bit-identical to those of librosa, torchaudio and Kaldi,
// and the cosine transform of their bands.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <vector>

namespace melstrom
{

/** Frequency in Hz to mel and back; hz >= 0. Sources: HTK 2595 log10 (1 + f/700) (O'Shaughnessy
    1987, HTK book); Kaldi 1127 ln (1 + f/700); Slaney 1998, Auditory Toolbox: linear below 1 kHz,
    above it logarithmic with 27 steps per factor of 6.4 in frequency. */
double hzToMel (MelScale scale, double hz) noexcept;
double melToHz (MelScale scale, double mel) noexcept;

/** A bank, and its two-tap form for computation. Every bin lies between two of the (bands + 2)
    corner points. It rises into one band and falls out of the band below: two weights per bin
    instead of `bands`. */
struct MelBank
{
    int numBands = 0;
    int numBins = 0;
    std::vector<float> weights; ///< (bands, bins), row-major

    /** Bins [firstBin[i], firstBin[i + 1]) lie between corners i and i + 1, i = 0 .. numBands: they
        fall out of band i - 1 and rise into band i. */
    std::vector<int> firstBin;
    std::vector<float> fall, rise; ///< (bins); 0 if the band does not exist

    std::vector<double> centresHz; ///< (bands): the middle corners
    int numEmptyBands () const noexcept;
};

/** Source: librosa.filters.mel, torchaudio.functional.melscale_fbanks, Kaldi mel-computations.cc
    (mel formulae: hzToMel), speechbrain/speechbrain 009d7da099, speechbrain/processing/features.py,
    Filterbank. Thread: any; allocates. */
MelBank makeMelBank (const MelGeometry& geometry);

/** The transform of MFCC: DCT-II with Kaldi's cepstral lifter folded in, (coefficients, bands),
    row-major. htk: coefficient 0 has the factor of all others and stands behind them.
    lifter: 0 for none, else coefficient k is scaled by 1 + lifter/2 sin (pi k/lifter).
    Source: Davis & Mermelstein 1980; HTK book, equation 5.12. */
std::vector<float> makeDct (int numCoefficients, int numBands, double lifter, DctKind kind);

} // namespace melstrom
