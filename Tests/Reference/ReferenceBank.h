// Mel scales and filter banks. Each value is rounded where the source program rounds it.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Tests/Reference/ReferenceMatrix.h"

namespace melstrom::testing
{

double referenceHzToMel (MelScale scale, double hz);
double referenceMelToHz (MelScale scale, double mel);

/** The weights (bands, fft/2 + 1) of the spec's bank at this rate, as they are stored in float32.
    librosa     triangles in Hz in double, stored float32; times the norm in double, stored float32
    torchaudio  every step in float32, bins at linspace (0, rate // 2)
    kaldi       triangles in mel in double, strictly inside, no Nyquist bin, stored float32
    source      librosa.filters.mel; torchaudio.functional.melscale_fbanks;
                Kaldi mel-computations.cc */
Matrix referenceFilterBank (const MelSpec& spec, int rateHz, int fftSamples);

} // namespace melstrom::testing
