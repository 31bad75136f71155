// Steps from a file's samples to the signal of a front end.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

namespace melstrom
{

/** One channel of float32: the mean of all. The source itself if it is that. Reads in any order if
    the source does. */
std::unique_ptr<AudioReader> meanOfChannels (std::unique_ptr<AudioReader> source);

/** Every sample limited to [-1, 1], times 32767, without its fraction, divided by 32767, float32.
    Reads in any order if the source does.
    source: LAION-AI/CLAP 043035b1d7, src/laion_clap/training/data.py, float32_to_int16 and
    int16_to_float32, as hook.py calls them */
std::unique_ptr<AudioReader> clapRounded (std::unique_ptr<AudioReader> source);

/** x[i + 1] - factor x[i] of each channel, one sample fewer, in float32. The source itself if the
    factor is 0. Reads in any order if the source does. */
std::unique_ptr<AudioReader> differenced (std::unique_ptr<AudioReader> source, double factor);

/** All steps in their order: the spec's resampler and loader, its clip, its difference. Channels
    stay as they are, unless the loader mixes them. Fails: as `resampled`. */
Result<std::unique_ptr<AudioReader>> signalOf (std::unique_ptr<AudioReader> sound, int rateHz,
                                               const MelSpec& spec);

} // namespace melstrom
