// Triangular mel filters, bit-identical to those of librosa, torchaudio and Kaldi.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <vector>

namespace melstrom
{

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
    (mel formulae are in MelScale.h). Thread: any; allocates. */
MelBank makeMelBank (const MelGeometry& geometry);

} // namespace melstrom
