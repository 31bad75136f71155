#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/SampleConversion.h"

#include <algorithm>
#include <cstring>
#include <soxr.h>

namespace melstrom
{
namespace
{

/** Samples taken from the source at a time, whatever is asked for: so the result cannot depend on
   how the reads are cut. */
constexpr std::int64_t kBlockSamples = 4096;

/** soxr in one thread, float32, interleaved. Positions are those of the whole signal. */
class Resampler final : public AudioReader
{
public:
    Resampler (std::unique_ptr<AudioReader> source, int rateHz)
        : source_ (std::move (source)), sourceInfo_ (source_->info ()), info_ (sourceInfo_)
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
            if (auto started = start (); ! started)
                return started;
        if (soxr_ == nullptr || first != position_)
            return audioFault (ErrorCode::internalFault, name,
                               "was read out of order, at sample " + std::to_string (first));

        auto* const out = static_cast<std::byte*> (to);
        const auto sampleBytes = static_cast<std::int64_t> (sizeof (float)) * info_.numChannels;
        for (std::int64_t done = 0; done < count;)
        {
            if (outputUsed_ == outputFilled_)
                if (auto filled = fill (); ! filled)
                {
                    soxr_.reset (); // only reading from 0 leads on
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
        const auto formats = soxr_io_spec (SOXR_FLOAT32_I, SOXR_FLOAT32_I);
        const auto quality = soxr_quality_spec (SOXR_VHQ, 0);
        const auto oneThread = soxr_runtime_spec (1);
        soxr_error_t error = nullptr;
        soxr_.reset (soxr_create (sourceInfo_.rateHz, info_.rateHz,
                                  static_cast<unsigned> (info_.numChannels), &error, &formats,
                                  &quality, &oneThread));
        if (error != nullptr || soxr_ == nullptr)
        {
            soxr_.reset ();
            return Error {ErrorCode::outOfMemory,
                          "soxr cannot resample from " + std::to_string (sourceInfo_.rateHz) +
                              " to " + std::to_string (info_.rateHz) +
                              " Hz: " + (error ? error : "no memory"),
                          std::nullopt};
        }
        position_ = sourcePosition_ = 0;
        inputUsed_ = inputFilled_ = outputUsed_ = outputFilled_ = 0;
        return {};
    }

    /** Gets at least one more sample out of soxr. */
    Result<void> fill ()
    {
        outputUsed_ = outputFilled_ = 0;
        while (outputFilled_ == 0)
        {
            if (inputUsed_ == inputFilled_)
                if (auto taken = takeInput (); ! taken)
                    return taken;
            std::size_t used = 0, made = 0;
            const auto error =
                soxr_process (soxr_.get (), input_.data () + inputUsed_ * info_.numChannels,
                              static_cast<std::size_t> (inputFilled_ - inputUsed_), &used,
                              output_.data (), static_cast<std::size_t> (kBlockSamples), &made);
            if (error != nullptr)
                return Error {ErrorCode::internalFault, std::string ("soxr: ") + error,
                              std::nullopt};
            inputUsed_ += static_cast<std::int64_t> (used);
            outputFilled_ = static_cast<std::int64_t> (made);
        }
        return {};
    }

    /** The next block of the source; behind its end silence, which pushes the filter's tail out and
       makes the count exact (soxr's own flush rounds it). */
    Result<void> takeInput ()
    {
        const auto remaining = std::max<std::int64_t> (sourceInfo_.numSamples - sourcePosition_, 0);
        const auto count = std::min (kBlockSamples, remaining);
        if (count > 0)
            if (auto got = source_->read (stored_.data (), sourcePosition_, count); ! got)
                return got;
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
    std::unique_ptr<soxr, void (*) (soxr_t)> soxr_ {nullptr, &soxr_delete};
    std::vector<std::byte> stored_;
    std::vector<float> input_, output_; // one block each, interleaved
    std::int64_t position_ = 0, sourcePosition_ = 0;
    std::int64_t inputUsed_ = 0, inputFilled_ = 0, outputUsed_ = 0, outputFilled_ = 0;
};

} // namespace

Result<std::unique_ptr<AudioReader>> resampled (std::unique_ptr<AudioReader> source, int rateHz)
{
    const auto& from = source->info ();
    if (rateHz < 1 || rateHz > kHighestRateHz || from.rateHz < 1)
        return Error {ErrorCode::badRate,
                      "cannot resample from " + std::to_string (from.rateHz) + " to " +
                          std::to_string (rateHz) + " Hz; 1 to " + std::to_string (kHighestRateHz) +
                          " Hz are allowed",
                      std::nullopt};
    return std::unique_ptr<AudioReader> (std::make_unique<Resampler> (std::move (source), rateHz));
}

std::int64_t resampledCount (std::int64_t samples, int fromHz, int toHz) noexcept
{
    // ceil (samples x to / from) without a product that could overflow
    const auto whole = samples / fromHz, rest = samples % fromHz;
    return whole * toHz + (rest * toHz + fromHz - 1) / fromHz;
}

} // namespace melstrom
