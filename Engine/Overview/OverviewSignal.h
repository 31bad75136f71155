// The signal of an overview's rows at any place of its file.
#pragma once

#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Overview/OverviewFrontEnd.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** Samples of a file, mixed and then at the rate of the rows: the order of a tap. A batch resamples
    first; one channel and all channels are the same numbers either way. Thread: one at a time. */
class OverviewSignal
{
public:
    /** file, frontEnd: outlive this object. Fails: badRate, outOfMemory. */
    static Result<OverviewSignal> make (SoundFile& file, const OverviewFrontEnd& frontEnd);

    /** Signal samples [first, end), interleaved; within the signal. Without a resampler they are
        those of the batch. Otherwise the resampler begins kRunInSamples of the lower rate or more
        before `first`, at a place where both grids meet: samples then differ from the batch's by
        rounding of float32, below -130 dB of full scale.
        Fails: as SoundFile::read; outOfMemory, internalFault. */
    Result<void> read (float* to, std::int64_t first, std::int64_t end);

private:
    static constexpr std::int64_t kRunInSamples = 2048;

    OverviewSignal (SoundFile& file, const OverviewFrontEnd& frontEnd) noexcept
        : file_ (&file), frontEnd_ (&frontEnd)
    {
    }
    Result<void> readMixed (float* to, std::int64_t first, std::int64_t count);
    Result<void> readResampled (float* to, std::int64_t first, std::int64_t end);
    Result<void> takeInput (std::int64_t first);

    SoundFile* file_;
    const OverviewFrontEnd* frontEnd_;
    std::optional<Resampler> resampler_; ///< empty: the rates are the same
    std::vector<float> stored_;          ///< samples of the file before their mix
    std::vector<float> input_, output_;  ///< one block each, interleaved
};

} // namespace melstrom
