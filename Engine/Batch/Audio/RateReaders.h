// Readers that bring a file to the rate and the samples of a spec.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Dsp/Resample/Resampling.h"

namespace melstrom
{

/** The most channels that ffmpeg mixes without being told a layout. */
inline constexpr int kMostMixedChannels = 8;

/** Reads `source` at another rate by soxr: float32, resampledCount samples per channel, in order
    only. Fails: badRate, outOfMemory. */
Result<std::unique_ptr<AudioReader>> soxrReader (std::unique_ptr<AudioReader> source, int rateHz,
                                                 ResamplerKind kind);

/** The same by a PolyphaseFilter. keepsInt16: int16 stays int16, in swresample's arithmetic. */
Result<std::unique_ptr<AudioReader>> polyphaseReader (std::unique_ptr<AudioReader> source,
                                                      int rateHz, const Resampling& resampling,
                                                      bool keepsInt16);

/** One channel as ffmpeg -ac 1 mixes it, from 1 to kMostMixedChannels channels in the order of
    ffmpeg's default layouts. Reads in any order if the source does.
    to      int16: the levels of the channels sum to 1; from int16 in whole numbers, from all other
            formats in float32. float32: the levels as they are, which may exceed full scale
    source  FFmpeg 5.1, libswresample/rematrix.c auto_matrix, swri_rematrix_init, swri_rematrix */
std::unique_ptr<AudioReader> ffmpegMono (std::unique_ptr<AudioReader> source, SampleFormat to);

} // namespace melstrom
