#include "Engine/Batch/Audio/SignalSteps.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Spec/Mel/SignalClip.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kBlockSamples = 4096; ///< per channel

/** Reads another reader in blocks of float32. */
class FloatBlocks
{
public:
    explicit FloatBlocks (std::unique_ptr<AudioReader> source) : source_ (std::move (source))
    {
        const auto values = static_cast<std::size_t> (kBlockSamples * numChannels ());
        values_.resize (values);
        stored_.resize (values * static_cast<std::size_t> (bytesPerSample (info ().format)));
    }

    const AudioInfo& info () const noexcept { return source_->info (); }
    int numChannels () const noexcept { return info ().numChannels; }
    std::int64_t nonFiniteCount () const noexcept { return source_->nonFiniteCount (); }

    /** At most kBlockSamples; the values stay until the next call. */
    Result<const float*> read (std::int64_t first, std::int64_t count)
    {
        MELSTROM_TRY (source_->read (stored_.data (), first, count));
        toFloat32 (stored_.data (), info ().format, values_.data (), count * numChannels ());
        return static_cast<const float*> (values_.data ());
    }

private:
    std::unique_ptr<AudioReader> source_;
    std::vector<std::byte> stored_;
    std::vector<float> values_;
};

/** A step that makes one sample of one. */
class SampleStepReader : public AudioReader
{
public:
    explicit SampleStepReader (std::unique_ptr<AudioReader> source)
        : blocks_ (std::move (source)), info_ (blocks_.info ())
    {
        info_.format = SampleFormat::float32;
    }
    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return blocks_.nonFiniteCount (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        MELSTROM_TRY (checkRange ("sound", info_, first, count));
        auto* out = static_cast<float*> (to);
        for (std::int64_t done = 0; done < count;)
        {
            const auto some = std::min (count - done, kBlockSamples);
            MELSTROM_TRY_VALUE (const auto* values, blocks_.read (first + done, some));
            convert (values, out, some);
            out += some * info_.numChannels;
            done += some;
        }
        return {};
    }

protected:
    virtual void convert (const float* from, float* to, std::int64_t count) const noexcept = 0;

    FloatBlocks blocks_;
    AudioInfo info_;
};

class MeanReader final : public SampleStepReader
{
public:
    explicit MeanReader (std::unique_ptr<AudioReader> source)
        : SampleStepReader (std::move (source))
    {
        info_.numChannels = 1;
    }

private:
    void convert (const float* from, float* to, std::int64_t count) const noexcept override
    {
        const int numChannels = blocks_.numChannels ();
        for (std::int64_t i = 0; i < count; ++i, from += numChannels)
        {
            float sum = 0;
            for (int channel = 0; channel < numChannels; ++channel)
                sum += from[channel];
            to[i] = sum / static_cast<float> (numChannels);
        }
    }
};

class ClapReader final : public SampleStepReader
{
public:
    using SampleStepReader::SampleStepReader;

private:
    void convert (const float* from, float* to, std::int64_t count) const noexcept override
    {
        constexpr float most = 32767.0f;
        for (std::int64_t i = 0; i < count * info_.numChannels; ++i)
        {
            const float scaled = std::clamp (from[i], -1.0f, 1.0f) * most;
            to[i] = static_cast<float> (static_cast<std::int16_t> (scaled)) / most;
        }
    }
};

class DifferenceReader final : public AudioReader
{
public:
    DifferenceReader (std::unique_ptr<AudioReader> source, float factor)
        : blocks_ (std::move (source)), info_ (blocks_.info ()), factor_ (factor)
    {
        info_.format = SampleFormat::float32;
        info_.numSamples = std::max<std::int64_t> (info_.numSamples - 1, 0);
    }
    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return blocks_.nonFiniteCount (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        MELSTROM_TRY (checkRange ("difference", info_, first, count));
        if (count == 0)
            return {};
        if (first != position_ || before_.empty ())
            MELSTROM_TRY (readBefore (first));
        auto* out = static_cast<float*> (to);
        const auto width = static_cast<std::size_t> (info_.numChannels);
        for (std::int64_t done = 0; done < count;)
        {
            const auto some = std::min (count - done, kBlockSamples);
            MELSTROM_TRY_VALUE (const auto* values, blocks_.read (first + done + 1, some));
            for (std::int64_t i = 0; i < some; ++i)
                for (std::size_t channel = 0; channel < width; ++channel)
                {
                    const float now = *values++;
                    *out++ = now - factor_ * before_[channel];
                    before_[channel] = now;
                }
            done += some;
            position_ = first + done;
        }
        return {};
    }

private:
    /** The sample before the first one that follows. */
    Result<void> readBefore (std::int64_t first)
    {
        before_.clear ();
        MELSTROM_TRY_VALUE (const auto* values, blocks_.read (first, 1));
        before_.assign (values, values + info_.numChannels);
        position_ = first;
        return {};
    }

    FloatBlocks blocks_;
    AudioInfo info_;
    float factor_;
    std::vector<float> before_; ///< sample `position_` of each channel; empty: not known
    std::int64_t position_ = 0; ///< of the next sample, if samples are read in order
};
} // namespace

std::unique_ptr<AudioReader> meanOfChannels (std::unique_ptr<AudioReader> source)
{
    const auto& info = source->info ();
    if (info.numChannels == 1 && info.format == SampleFormat::float32)
        return source;
    return std::make_unique<MeanReader> (std::move (source));
}

std::unique_ptr<AudioReader> clapRounded (std::unique_ptr<AudioReader> source)
{
    return std::make_unique<ClapReader> (std::move (source));
}

std::unique_ptr<AudioReader> differenced (std::unique_ptr<AudioReader> source, double factor)
{
    if (factor == 0)
        return source;
    return std::make_unique<DifferenceReader> (std::move (source), static_cast<float> (factor));
}

Result<std::unique_ptr<AudioReader>> signalOf (std::unique_ptr<AudioReader> sound, int rateHz,
                                               const MelSpec& spec)
{
    MELSTROM_TRY_VALUE (auto signal,
                        resampled (std::move (sound), {rateHz, resamplingOf (spec), spec.loader}));
    const auto whole = signal->info ().numSamples;
    if (const auto clip = clipOf (spec, rateHz, whole); ! clip.isWhole (whole))
        signal = clipped (std::move (signal), clip);
    return differenced (std::move (signal), spec.difference);
}

} // namespace melstrom
