#include "Engine/Report/SampleMeter.h"

#include "Engine/Core/Quantile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kBlocksASecond = 50;
constexpr float kFullScale = 32767.0f / 32768.0f; // the largest positive int16
constexpr double kMostSnrDb = 120;
constexpr std::size_t kLanes = 8; // a fixed inner count, which compilers vectorise at -O2

struct Sums
{
    double sum = 0, power = 0;
    float peak = 0;
};

Sums sumsOf (const float* samples, std::int64_t numSamples)
{
    std::array<float, kLanes> peaks {};
    std::array<double, kLanes> sums {}, powers {};
    std::int64_t i = 0;
    for (; i + static_cast<std::int64_t> (kLanes) <= numSamples;
         i += static_cast<std::int64_t> (kLanes))
        for (std::size_t lane = 0; lane < kLanes; ++lane)
        {
            const float x = samples[i + static_cast<std::int64_t> (lane)];
            const float magnitude = std::fabs (x);
            peaks[lane] = magnitude > peaks[lane] ? magnitude : peaks[lane];
            sums[lane] += static_cast<double> (x);
            powers[lane] += static_cast<double> (x) * static_cast<double> (x);
        }
    for (; i < numSamples; ++i)
    {
        const double x = samples[i];
        peaks[0] = std::max (peaks[0], std::fabs (samples[i]));
        sums[0] += x;
        powers[0] += x * x;
    }
    Sums all;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
    {
        all.sum += sums[lane];
        all.power += powers[lane];
        all.peak = std::max (all.peak, peaks[lane]);
    }
    return all;
}

/** Sorts the powers. */
std::optional<float> snrOf (std::vector<float> powers)
{
    constexpr double noiseShare = 0.1, soundShare = 0.95;
    std::erase_if (powers, [] (float power) { return power <= 0; });
    if (powers.size () < static_cast<std::size_t> (SampleMeter::kLeastBlocks))
        return {};
    std::ranges::sort (powers);
    const std::span<const float> sorted (powers);
    const double ratio = static_cast<double> (quantileOf (sorted, soundShare)) /
                             static_cast<double> (quantileOf (sorted, noiseShare)) -
                         1;
    return static_cast<float> (ratio <= 1 ? 0 : std::min (kMostSnrDb, 10 * std::log10 (ratio)));
}
} // namespace

SampleMeter::SampleMeter (int rateHz, int numChannels)
    : blockSamples_ (std::max (1, rateHz / kBlocksASecond)),
      channels_ (static_cast<std::size_t> (numChannels))
{
}

void SampleMeter::add (int channel, const float* samples, std::int64_t numSamples)
{
    auto& to = channels_[static_cast<std::size_t> (channel)];
    for (std::int64_t done = 0; done < numSamples;)
    {
        const auto count = std::min (numSamples - done, blockSamples_ - to.inBlock);
        addWithinBlock (to, samples + done, count);
        done += count;
    }
}

void SampleMeter::addWithinBlock (Channel& channel, const float* samples, std::int64_t numSamples)
{
    const auto sums = sumsOf (samples, numSamples);
    channel.sum += sums.sum;
    channel.blockPower += sums.power;
    channel.peak = std::max (channel.peak, sums.peak);
    channel.numSamples += numSamples;
    channel.inBlock += numSamples;
    if (sums.peak >= kFullScale)
        countClipped (channel, samples, numSamples);
    else
        channel.runSign = 0;
    if (channel.inBlock == blockSamples_)
        endBlock (channel);
}

void SampleMeter::countClipped (Channel& channel, const float* samples, std::int64_t numSamples)
{
    for (std::int64_t i = 0; i < numSamples; ++i)
    {
        const int sign = samples[i] >= kFullScale ? 1 : samples[i] <= -kFullScale ? -1 : 0;
        channel.runLength = sign != 0 && sign == channel.runSign ? channel.runLength + 1 : 1;
        channel.runSign = sign;
        if (sign != 0 && channel.runLength >= kClippedRun)
            channel.numClipped += channel.runLength == kClippedRun ? kClippedRun : 1;
    }
}

void SampleMeter::endBlock (Channel& channel)
{
    const auto block = static_cast<std::size_t> (channel.numBlocks++);
    if (block >= blockPowers_.size ())
        blockPowers_.resize (block + 1);
    blockPowers_[block] += static_cast<float> (channel.blockPower);
    channel.blockPower = 0;
    channel.inBlock = 0;
}

SampleFacts SampleMeter::facts () const
{
    SampleFacts facts;
    std::vector<float> powers = blockPowers_;
    double rest = 0;
    for (const auto& channel : channels_)
    {
        facts.peak = std::max (facts.peak, channel.peak);
        facts.numClipped += channel.numClipped;
        const double mean =
            channel.numSamples > 0 ? channel.sum / static_cast<double> (channel.numSamples) : 0;
        if (std::fabs (mean) > std::fabs (static_cast<double> (facts.dcOffset)))
            facts.dcOffset = static_cast<float> (mean);
        rest += channel.blockPower;
    }
    double samplesOfBlock =
        static_cast<double> (blockSamples_) * static_cast<double> (channels_.size ());
    if (powers.empty () && ! channels_.empty () && channels_.front ().inBlock > 0)
    {
        powers.push_back (static_cast<float> (rest));
        samplesOfBlock = static_cast<double> (channels_.front ().inBlock) *
                         static_cast<double> (channels_.size ());
    }
    const double silence = std::pow (10, kSilenceDb / 10) * samplesOfBlock;
    const auto numSilent = std::ranges::count_if (
        powers, [silence] (float power) { return static_cast<double> (power) < silence; });
    facts.silentRatio = powers.empty () ? 1
                                        : static_cast<float> (static_cast<double> (numSilent) /
                                                              static_cast<double> (powers.size ()));
    facts.snrDb = snrOf (std::move (powers));
    return facts;
}

} // namespace melstrom
