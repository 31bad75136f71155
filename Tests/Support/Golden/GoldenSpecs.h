// Specs of the tools that made the golden files; independent of the presets.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

namespace melstrom::testing
{

/** torchaudio.transforms.MelSpectrogram's defaults, before any logarithm. */
MelSpec torchaudioSpec (int fftSamples, int hopSamples, int numBands);

/** librosa's features as torchaudio computes them: with torchaudio's bank. */
MelSpec librosaSpec ();

/** Segments of 512 samples in long windows of 1024, half overlapping, in decibels. */
MelSpec segmentSpec (int fftSamples, int hopSamples, int numBands);

/** Over the whole file, without padding to 30 s. */
MelSpec whisperSpec (int numBands);

/** torchaudio.compliance.kaldi.fbank's defaults without dither, of int16-valued samples. */
MelSpec kaldiSpec (int numBands);

} // namespace melstrom::testing
