// Which resampler brings a sound to another rate, and how many samples it makes.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>

namespace melstrom
{

struct Resampling
{
    ResamplerKind kind = ResamplerKind::soxrVhq;
    int widthZeros = 6;         ///< sincHann only
    double rolloffRatio = 0.99; ///< sincHann only
    bool operator== (const Resampling&) const = default;
};

Resampling resamplingOf (const MelSpec& spec) noexcept;

/** False: soxr does it. True: a filter for each phase of the output, see PolyphaseFilter. */
bool isPolyphase (ResamplerKind kind) noexcept;

/** Samples that the tool makes of a signal. soxr, sincHann, kaldi: ceil (samples x to / from);
    kaiserBest: floor; ffmpeg: what its filter reaches, 0 for a signal of less than two thirds of the
    filter.
    source  torchaudio 0.13.1 functional.py _apply_sinc_resample_kernel; resampy 0.4.2 core.py
            resample; libswresample/resample.c resample_flush, invert_initial_buffer */
std::int64_t resampledCount (const Resampling& resampling, std::int64_t samples, int fromHz,
                             int toHz) noexcept;

/** Fails: badRate, if the table of filters would take more than 64 MiB. */
Result<void> checkResampling (const Resampling& resampling, int fromHz, int toHz);

} // namespace melstrom
