#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/RateReaders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace melstrom
{
namespace
{

constexpr std::int64_t kBlockSamples = 4096;
constexpr double kFront = std::numbers::sqrt2 / 2, kCentre = 1, kLow = 0, kRear = 0.5;

using Weights = std::array<double, kMostMixedChannels>;

/** Levels of the channels of ffmpeg's default layouts in mono, before their sum becomes 1. */
constexpr std::array<Weights, kMostMixedChannels> kLevels {{
    {1},
    {kFront, kFront},                                            // stereo
    {kFront, kFront, kLow},                                      // 2.1
    {kFront, kFront, kCentre, kRear},                            // 4.0
    {kFront, kFront, kCentre, kRear, kRear},                     // 5.0
    {kFront, kFront, kCentre, kLow, kRear, kRear},               // 5.1
    {kFront, kFront, kCentre, kLow, kRear, kRear, kRear},        // 6.1
    {kFront, kFront, kCentre, kLow, kRear, kRear, kRear, kRear}, // 7.1
}};

/** ffmpeg scales levels only if the samples are, or become, whole numbers. */
Weights weightsOf (int numChannels, SampleFormat to) noexcept
{
    Weights weights = kLevels[static_cast<std::size_t> (numChannels - 1)];
    if (to == SampleFormat::float32)
        return weights;
    const double sum = std::accumulate (weights.begin (), weights.end (), 0.0);
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

class FfmpegMonoReader final : public AudioReader
{
public:
    FfmpegMonoReader (std::unique_ptr<AudioReader> source, SampleFormat to)
        : source_ (std::move (source)), sourceInfo_ (source_->info ()), info_ (sourceInfo_)
    {
        info_.numChannels = 1;
        info_.format = to;
        const auto weights = weightsOf (sourceInfo_.numChannels, to);
        for (std::size_t i = 0; i < weights.size (); ++i)
        {
            weights_[i] = static_cast<float> (weights[i]);
            weights16_[i] = static_cast<int> (std::lrint (weights[i] * 32768));
        }
        const auto blockValues = static_cast<std::size_t> (kBlockSamples * sourceInfo_.numChannels);
        stored_.resize (blockValues *
                        static_cast<std::size_t> (bytesPerSample (sourceInfo_.format)));
        values_.resize (blockValues);
        mixed_.resize (static_cast<std::size_t> (kBlockSamples));
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return source_->nonFiniteCount (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        MELSTROM_TRY (checkRange ("mixed sound", info_, first, count));
        auto* out = static_cast<std::byte*> (to);
        while (count > 0)
        {
            const auto some = std::min (count, kBlockSamples);
            MELSTROM_TRY (source_->read (stored_.data (), first, some));
            mix (out, some);
            out += some * bytesPerSample (info_.format);
            first += some;
            count -= some;
        }
        return {};
    }

private:
    void mix (std::byte* out, std::int64_t count) noexcept
    {
        if (info_.format == SampleFormat::float32)
            mixFloat (reinterpret_cast<float*> (out), count);
        else if (sourceInfo_.format == SampleFormat::int16)
            mixInt16 (reinterpret_cast<std::int16_t*> (out), count);
        else
            mixRounded (reinterpret_cast<std::int16_t*> (out), count);
    }

    void mixInt16 (std::int16_t* out, std::int64_t count) const noexcept
    {
        const auto* from = reinterpret_cast<const std::int16_t*> (stored_.data ());
        for (std::int64_t i = 0; i < count; ++i, from += sourceInfo_.numChannels)
        {
            int sum = 1 << 14;
            for (int channel = 0; channel < sourceInfo_.numChannels; ++channel)
                sum += from[channel] * weights16_[static_cast<std::size_t> (channel)];
            out[i] = static_cast<std::int16_t> (std::clamp (sum >> 15, -32768, 32767));
        }
    }

    void mixFloat (float* out, std::int64_t count) noexcept
    {
        toFloat32 (stored_.data (), sourceInfo_.format, values_.data (),
                   count * sourceInfo_.numChannels);
        const float* from = values_.data ();
        for (std::int64_t i = 0; i < count; ++i, from += sourceInfo_.numChannels)
        {
            float sum = 0;
            for (int channel = 0; channel < sourceInfo_.numChannels; ++channel)
                sum += from[channel] * weights_[static_cast<std::size_t> (channel)];
            out[i] = sum;
        }
    }

    void mixRounded (std::int16_t* out, std::int64_t count) noexcept
    {
        mixFloat (mixed_.data (), count);
        for (std::int64_t i = 0; i < count; ++i)
        {
            const float scaled =
                std::clamp (mixed_[static_cast<std::size_t> (i)] * 32768.0f, -32768.0f, 32767.0f);
            out[i] = static_cast<std::int16_t> (std::lrint (scaled));
        }
    }

    std::unique_ptr<AudioReader> source_;
    AudioInfo sourceInfo_, info_;
    std::array<float, kMostMixedChannels> weights_ {};
    std::array<int, kMostMixedChannels> weights16_ {};
    std::vector<std::byte> stored_;
    std::vector<float> values_, mixed_;
};

} // namespace

std::unique_ptr<AudioReader> ffmpegMono (std::unique_ptr<AudioReader> source, SampleFormat to)
{
    return std::make_unique<FfmpegMonoReader> (std::move (source), to);
}

} // namespace melstrom
