#include "Engine/Batch/Statistics/SoundTally.h"

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Dsp/Statistics/Int16Blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace melstrom
{

namespace
{
constexpr int kBlocksASecond = 50;
constexpr float kFullScale = 32767.0f / 32768.0f; // the largest positive int16
constexpr std::int16_t kFullScale16 = 32767;
constexpr double kScale16 = 32768;
constexpr std::int64_t kValuesAtOnce = 8192;
constexpr std::size_t kLanes = 8; // a fixed inner count, which compilers vectorise at -O2

struct BlockFacts
{
    double power = 0; ///< sum of x^2
    float peak = 0;
};

BlockFacts factsOf (const float* values, std::size_t numValues)
{
    std::array<float, kLanes> peaks {};
    std::array<double, kLanes> powers {};
    std::size_t i = 0;
    for (; i + kLanes <= numValues; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
        {
            const float x = values[i + lane], magnitude = std::fabs (x);
            peaks[lane] = magnitude > peaks[lane] ? magnitude : peaks[lane];
            powers[lane] += static_cast<double> (x) * static_cast<double> (x);
        }
    for (; i < numValues; ++i)
    {
        peaks[0] = std::max (peaks[0], std::fabs (values[i]));
        powers[0] += static_cast<double> (values[i]) * static_cast<double> (values[i]);
    }
    BlockFacts facts;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
    {
        facts.power += powers[lane];
        facts.peak = std::max (facts.peak, peaks[lane]);
    }
    return facts;
}
} // namespace

SoundTally::SoundTally (int rateHz, int numChannels, SampleFormat format)
    : format_ (format), blockSamples_ (std::max (1, rateHz / kBlocksASecond)),
      frameBytes_ (static_cast<std::size_t> (numChannels * bytesPerSample (format))),
      channels_ (static_cast<std::size_t> (numChannels))
{
}

/** The sum of x^2 at the limit of silence, full scale 1. */
double SoundTally::silentPower (std::int64_t numSamples) const
{
    return std::pow (10, kSilenceDb / 10) * static_cast<double> (numSamples) *
           static_cast<double> (channels_.size ());
}

void SoundTally::add (const void* samples, std::int64_t numSamples)
{
    const auto* from = static_cast<const std::byte*> (samples);
    const std::size_t blockBytes = static_cast<std::size_t> (blockSamples_) * frameBytes_;
    std::size_t bytes = static_cast<std::size_t> (numSamples) * frameBytes_;
    if (! pending_.empty ())
    {
        const std::size_t taken = std::min (bytes, blockBytes - pending_.size ());
        pending_.insert (pending_.end (), from, from + taken);
        from += taken;
        bytes -= taken;
        if (pending_.size () < blockBytes)
            return;
        addWhole (pending_.data (), blockSamples_);
        pending_.clear ();
    }
    const std::size_t whole = bytes / blockBytes;
    if (whole > 0)
        addWhole (from, static_cast<std::int64_t> (whole) * blockSamples_);
    pending_.assign (from + whole * blockBytes, from + bytes);
}

/** Whole blocks, or the rest at the end. They are taken in pieces that stay in a core's first cache,
    because each is read more than once. */
void SoundTally::addWhole (const std::byte* samples, std::int64_t numSamples)
{
    numSamples_ += numSamples;
    const bool isAligned = reinterpret_cast<std::uintptr_t> (samples) % alignof (std::int16_t) == 0;
    const bool isInt16 = format_ == SampleFormat::int16 && isAligned;
    const auto numChannels = static_cast<std::int64_t> (channels_.size ());
    const std::int64_t most =
        std::max (blockSamples_, kValuesAtOnce / (blockSamples_ * numChannels) * blockSamples_);
    for (std::int64_t done = 0; done < numSamples;)
    {
        const std::int64_t count = std::min (most, numSamples - done);
        const std::byte* const from = samples + static_cast<std::size_t> (done) * frameBytes_;
        if (isInt16)
            addInt16 (reinterpret_cast<const std::int16_t*> (from), count);
        else
        {
            floats_.resize (static_cast<std::size_t> (count * numChannels));
            toFloat32 (from, format_, floats_.data (), count * numChannels);
            addFloat (floats_.data (), count);
        }
        done += count;
    }
}

void SoundTally::addInt16 (const std::int16_t* samples, std::int64_t numSamples)
{
    const std::size_t numChannels = channels_.size ();
    const auto numValues = static_cast<std::size_t> (numSamples) * numChannels;
    const Int16Totals totals = int16Totals (samples, numValues);
    if (numChannels == 1)
        channels_[0].sum += totals.sum;
    else
        for (std::size_t i = 0; i < numValues; i += numChannels)
            for (std::size_t channel = 0; channel < numChannels; ++channel)
                channels_[channel].sum += samples[i + channel];
    const int peak = std::max (std::abs (int {totals.least}), std::abs (int {totals.most}));
    peak_ = std::max (peak_, static_cast<float> (peak / kScale16));
    if (peak >= kFullScale16)
        countClipped (samples, numSamples, kFullScale16);
    else
        for (Channel& channel : channels_)
            channel.runSign = 0;
    const std::int64_t blocks = numSamples / blockSamples_;
    numBlocks_ += blocks;
    numSilent_ += static_cast<std::int64_t> (
        numQuietBlocks ({samples, static_cast<std::size_t> (blockSamples_) * numChannels,
                         static_cast<std::size_t> (blocks)},
                        silentPower (blockSamples_) * kScale16 * kScale16));
}

void SoundTally::addFloat (const float* samples, std::int64_t numSamples)
{
    const std::size_t numChannels = channels_.size ();
    const auto numValues = static_cast<std::size_t> (numSamples) * numChannels;
    for (std::size_t i = 0; i < numValues; i += numChannels)
        for (std::size_t channel = 0; channel < numChannels; ++channel)
            channels_[channel].floatSum += static_cast<double> (samples[i + channel]);
    const std::size_t blockValues = static_cast<std::size_t> (blockSamples_) * numChannels;
    float peak = 0;
    for (std::size_t i = 0; i < numValues; i += blockValues)
    {
        const std::size_t count = std::min (blockValues, numValues - i);
        const BlockFacts facts = factsOf (samples + i, count);
        peak = std::max (peak, facts.peak);
        if (count < blockValues)
            break;
        ++numBlocks_;
        numSilent_ += facts.power < silentPower (blockSamples_) ? 1 : 0;
    }
    peak_ = std::max (peak_, peak);
    if (peak >= kFullScale)
        countClipped (samples, numSamples, kFullScale);
    else
        for (Channel& channel : channels_)
            channel.runSign = 0;
}

template <typename T>
void SoundTally::countClipped (const T* samples, std::int64_t numSamples, T fullScale)
{
    for (std::int64_t i = 0; i < numSamples; ++i)
        for (Channel& channel : channels_)
        {
            const T x = *samples++;
            const int sign = x >= fullScale ? 1 : x <= -fullScale ? -1 : 0;
            channel.runLength = sign != 0 && sign == channel.runSign ? channel.runLength + 1 : 1;
            channel.runSign = sign;
            if (sign != 0 && channel.runLength >= kClippedRun)
                numClipped_ += channel.runLength == kClippedRun ? kClippedRun : 1;
        }
}

SoundRecord SoundTally::record ()
{
    if (const auto rest = static_cast<std::int64_t> (pending_.size () / frameBytes_); rest > 0)
    {
        addWhole (pending_.data (), rest);
        if (numBlocks_ == 0) // nothing but a block that is not full
        {
            std::vector<float> values (static_cast<std::size_t> (rest) * channels_.size ());
            toFloat32 (pending_.data (), format_, values.data (),
                       static_cast<std::int64_t> (values.size ()));
            numBlocks_ = 1;
            numSilent_ =
                factsOf (values.data (), values.size ()).power < silentPower (rest) ? 1 : 0;
        }
    }
    SoundRecord record;
    record.peak = peak_;
    record.numClipped = numClipped_;
    for (const Channel& channel : channels_)
    {
        const double sum = channel.floatSum + static_cast<double> (channel.sum) / kScale16;
        const double mean = numSamples_ > 0 ? sum / static_cast<double> (numSamples_) : 0;
        if (std::fabs (mean) > std::fabs (static_cast<double> (record.dcOffset)))
            record.dcOffset = static_cast<float> (mean);
    }
    record.silentRatio = numBlocks_ == 0 ? 1
                                         : static_cast<float> (static_cast<double> (numSilent_) /
                                                               static_cast<double> (numBlocks_));
    return record;
}

} // namespace melstrom
