#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Dsp/Resample/Resampler.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{
namespace
{

constexpr std::int64_t kBlockSamples = 4096; ///< taken from the source, and made, at a time

/** Positions are those of the whole signal. */
class ResampledReader final : public AudioReader
{
public:
    ResampledReader (std::unique_ptr<AudioReader> source, int rateHz, Resampler resampler)
        : source_ (std::move (source)), sourceInfo_ (source_->info ()), info_ (sourceInfo_),
          resampler_ (std::move (resampler))
    {
        info_.rateHz = rateHz;
        info_.numSamples = resampledCount (sourceInfo_.numSamples, sourceInfo_.rateHz, rateHz);
        info_.format = SampleFormat::float32;
        info_.randomAccess = false;
        const auto blockValues = static_cast<std::size_t> (kBlockSamples * info_.numChannels);
        stored_.resize (blockValues *
                        static_cast<std::size_t> (bytesPerSample (sourceInfo_.format)));
        input_.resize (blockValues);
        output_.resize (blockValues);
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return source_->nonFiniteCount (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        const std::string name = "resampled sound";
        if (auto inside = checkRange (name, info_, first, count); ! inside || count == 0)
            return inside;
        if (first == 0)
            MELSTROM_TRY (start ());
        if (! hasStarted_ || first != position_)
            return audioFault (ErrorCode::internalFault, name,
                               "was read out of order, at sample " + std::to_string (first));

        auto* const out = static_cast<std::byte*> (to);
        const auto sampleBytes = static_cast<std::int64_t> (sizeof (float)) * info_.numChannels;
        for (std::int64_t done = 0; done < count;)
        {
            if (outputUsed_ == outputFilled_)
                if (auto filled = fill (); ! filled)
                {
                    hasStarted_ = false; // only a read from 0 can go on
                    return filled;
                }
            const auto taken = std::min (count - done, outputFilled_ - outputUsed_);
            std::memcpy (out + done * sampleBytes,
                         output_.data () + outputUsed_ * info_.numChannels,
                         static_cast<std::size_t> (taken * sampleBytes));
            outputUsed_ += taken;
            done += taken;
        }
        position_ += count;
        return {};
    }

private:
    Result<void> start ()
    {
        hasStarted_ = false;
        MELSTROM_TRY (resampler_.restart ());
        hasStarted_ = true;
        position_ = sourcePosition_ = 0;
        inputUsed_ = inputFilled_ = outputUsed_ = outputFilled_ = 0;
        return {};
    }

    /** Makes at least one more sample. */
    Result<void> fill ()
    {
        outputUsed_ = outputFilled_ = 0;
        while (outputFilled_ == 0)
        {
            if (inputUsed_ == inputFilled_)
                MELSTROM_TRY (takeInput ());
            const WorkTimer timer (Work::resample);
            MELSTROM_TRY_VALUE (const auto moved,
                                resampler_.process (input_.data () + inputUsed_ * info_.numChannels,
                                                    inputFilled_ - inputUsed_, output_.data (),
                                                    kBlockSamples));
            inputUsed_ += moved.used;
            outputFilled_ = moved.made;
        }
        return {};
    }

    /** Takes the next block of the source. Behind its end it takes silence, which pushes the
        filter's tail out and makes the count exact (soxr's own flush rounds it). */
    Result<void> takeInput ()
    {
        const auto remaining = std::max<std::int64_t> (sourceInfo_.numSamples - sourcePosition_, 0);
        const auto count = std::min (kBlockSamples, remaining);
        if (count > 0)
            MELSTROM_TRY (source_->read (stored_.data (), sourcePosition_, count));
        const auto numValues = count * info_.numChannels;
        toFloat32 (stored_.data (), sourceInfo_.format, input_.data (), numValues);
        std::fill (input_.begin () + numValues, input_.end (), 0.0f);
        sourcePosition_ += count;
        inputUsed_ = 0;
        inputFilled_ = kBlockSamples;
        return {};
    }

    std::unique_ptr<AudioReader> source_;
    AudioInfo sourceInfo_, info_;
    Resampler resampler_;
    bool hasStarted_ = false;
    std::vector<std::byte> stored_;
    std::vector<float> input_, output_; // one block each, interleaved
    std::int64_t position_ = 0, sourcePosition_ = 0;
    std::int64_t inputUsed_ = 0, inputFilled_ = 0, outputUsed_ = 0, outputFilled_ = 0;
};

} // namespace

Result<std::unique_ptr<AudioReader>> resampled (std::unique_ptr<AudioReader> source, int rateHz)
{
    MELSTROM_TRY_VALUE (auto resampler, Resampler::make (source->info ().rateHz, rateHz,
                                                         source->info ().numChannels));
    return std::unique_ptr<AudioReader> (
        std::make_unique<ResampledReader> (std::move (source), rateHz, std::move (resampler)));
}

} // namespace melstrom
