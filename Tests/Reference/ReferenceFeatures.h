// From the band energies of one unit to its features, in the order of MelSpec's fields.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Tests/Reference/ReferenceMatrix.h"

#include <vector>

namespace melstrom::testing
{

/** energies (frames, bands) -> (frames, features).
    logEnergies  one per frame; read if spec.useEnergy */
Matrix referenceFeatures (const MelSpec& spec, int rateHz, int hopSamples, const Matrix& energies,
                          const std::vector<double>& logEnergies);

/** Rows of spec.stack frames each.
    source  modelscope/FunASR 0e622e694e, funasr/frontends/wav_frontend.py, apply_lfr (repeat);
            huggingface/transformers 02cc3e7824, SeamlessM4TFeatureExtractor.__call__, which pads
            with zeros to whole rows (zero); GraniteSpeechFeatureExtractor, which leaves out an odd
            frame (cut) */
Matrix referenceStack (const MelSpec& spec, const Matrix& frames);

/** Per-channel energy normalisation along the frames. The smoother starts in the steady state of a
    unit input and does not depend on the first energy: M[0] = b S[0] + (1 - b).
    source  librosa.pcen, where zi = scipy.signal.lfilter_zi ([b], [1, b - 1]) is not scaled */
Matrix referencePcen (const Pcen& pcen, int rateHz, int hopSamples, const Matrix& energies);

/** b of the smoother M[t] = b S[t] + (1 - b) M[t-1]. */
double referencePcenCoefficient (const Pcen& pcen, int rateHz, int hopSamples);

/** (coefficients, bands) of the orthonormal DCT-II; row k holds coefficient k. */
Matrix referenceDct (int numCoefficients, int numBands);

/** d[t] = sum n x[t+n] / sum n^2 over |n| <= window/2. The first and last frame are repeated beyond
    the ends.
    source  torchaudio.functional.compute_deltas */
Matrix referenceDeltas (const Matrix& features, int windowFrames);

} // namespace melstrom::testing
