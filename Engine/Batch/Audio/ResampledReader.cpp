#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/RateReaders.h"
#include "Engine/Batch/Audio/SignalSteps.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Dsp/Resample/Resampler.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{
namespace
{

constexpr std::int64_t kBlockSamples = 4096; ///< taken from the source, and made, at a time

/** The samples that soxr makes of a whole signal. librosa 0.10 fills up to resampledCount with zeros
    (librosa.resample, fix=True). */
std::int64_t roundedCount (std::int64_t samples, int fromHz, int toHz) noexcept
{
    return samples / fromHz * toHz + (samples % fromHz * toHz * 2 + fromHz) / (2 * fromHz);
}

/** Positions are those of the whole signal. */
class ResampledReader final : public AudioReader
{
public:
    ResampledReader (std::unique_ptr<AudioReader> source, int rateHz, Resampler resampler,
                     bool endsAsLibrosa)
        : source_ (std::move (source)), sourceInfo_ (source_->info ()), info_ (sourceInfo_),
          resampler_ (std::move (resampler))
    {
        info_.rateHz = rateHz;
        info_.numSamples = resampledCount (sourceInfo_.numSamples, sourceInfo_.rateHz, rateHz);
        info_.format = SampleFormat::float32;
        info_.randomAccess = false;
        numSounding_ = info_.numSamples;
        if (endsAsLibrosa)
            numSounding_ = roundedCount (sourceInfo_.numSamples, sourceInfo_.rateHz, rateHz);
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
        const auto sounding = std::clamp<std::int64_t> (numSounding_ - position_, 0, count);
        std::fill (out + sounding * sampleBytes, out + count * sampleBytes, std::byte {});
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
    std::int64_t numSounding_ = 0; ///< samples before the zeros at the end
    bool hasStarted_ = false;
    std::vector<std::byte> stored_;
    std::vector<float> input_, output_; // one block each, interleaved
    std::int64_t position_ = 0, sourcePosition_ = 0;
    std::int64_t inputUsed_ = 0, inputFilled_ = 0, outputUsed_ = 0, outputFilled_ = 0;
};

} // namespace

Result<std::unique_ptr<AudioReader>> soxrReader (std::unique_ptr<AudioReader> source, int rateHz,
                                                 ResamplerKind kind)
{
    const bool isLibrosa = kind == ResamplerKind::soxrHq;
    MELSTROM_TRY_VALUE (auto resampler,
                        Resampler::make (source->info ().rateHz, rateHz,
                                         source->info ().numChannels,
                                         isLibrosa ? SoxrQuality::high : SoxrQuality::veryHigh));
    return std::unique_ptr<AudioReader> (std::make_unique<ResampledReader> (
        std::move (source), rateHz, std::move (resampler), isLibrosa));
}

Result<std::unique_ptr<AudioReader>> resampled (std::unique_ptr<AudioReader> source,
                                                const WantedSound& wanted)
{
    const bool keepsInt16 = wanted.loader == Loader::ffmpegS16,
               mixes = keepsInt16 || wanted.loader == Loader::ffmpegF32,
               isClap = wanted.loader == Loader::clapS16;
    if (isClap)
        source = meanOfChannels (std::move (source));
    const int numChannels = source->info ().numChannels;
    if (mixes && numChannels > kMostMixedChannels)
        return audioFault (ErrorCode::tooManyChannels, "the sound",
                           "has " + std::to_string (numChannels) +
                               " channels; ffmpeg mixes at most " +
                               std::to_string (kMostMixedChannels));
    Result<std::unique_ptr<AudioReader>> reader (std::move (source));
    if ((*reader)->info ().rateHz != wanted.rateHz)
        reader = isPolyphase (wanted.resampling.kind)
                     ? polyphaseReader (std::move (*reader), wanted.rateHz, wanted.resampling,
                                        keepsInt16)
                     : soxrReader (std::move (*reader), wanted.rateHz, wanted.resampling.kind);
    if (reader && isClap)
        return clapRounded (*std::move (reader));
    const auto format = keepsInt16 ? SampleFormat::int16 : SampleFormat::float32;
    if (! reader || ! mixes || (numChannels == 1 && (*reader)->info ().format == format))
        return reader;
    return ffmpegMono (std::move (*reader), format);
}

} // namespace melstrom
