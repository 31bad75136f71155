#include "Engine/Report/NoiseMeter.h"

#include "Engine/Core/Quantile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kBlocksASecond = 50;
constexpr double kMostSnrDb = 120;
constexpr std::size_t kLanes = 8; // a fixed inner count, which compilers vectorise at -O2

double powerOf (const float* samples, std::int64_t numSamples)
{
    std::array<double, kLanes> powers {};
    std::int64_t i = 0;
    for (; i + static_cast<std::int64_t> (kLanes) <= numSamples;
         i += static_cast<std::int64_t> (kLanes))
        for (std::size_t lane = 0; lane < kLanes; ++lane)
        {
            const double x = static_cast<double> (samples[i + static_cast<std::int64_t> (lane)]);
            powers[lane] += x * x;
        }
    for (; i < numSamples; ++i)
        powers[0] += static_cast<double> (samples[i]) * static_cast<double> (samples[i]);
    double power = 0;
    for (const double lane : powers)
        power += lane;
    return power;
}

/** Sorts the powers. */
std::optional<float> snrOf (std::vector<float> powers)
{
    constexpr double noiseShare = 0.1, soundShare = 0.95;
    std::erase_if (powers, [] (float power) { return power <= 0; });
    if (powers.size () < static_cast<std::size_t> (NoiseMeter::kLeastBlocks))
        return {};
    std::ranges::sort (powers);
    const std::span<const float> sorted (powers);
    const double ratio = static_cast<double> (quantileOf (sorted, soundShare)) /
                             static_cast<double> (quantileOf (sorted, noiseShare)) -
                         1;
    return static_cast<float> (ratio <= 1 ? 0 : std::min (kMostSnrDb, 10 * std::log10 (ratio)));
}
} // namespace

NoiseMeter::NoiseMeter (int rateHz, int numChannels)
    : blockSamples_ (std::max (1, rateHz / kBlocksASecond)),
      channels_ (static_cast<std::size_t> (numChannels))
{
}

void NoiseMeter::add (int channel, const float* samples, std::int64_t numSamples)
{
    auto& to = channels_[static_cast<std::size_t> (channel)];
    for (std::int64_t done = 0; done < numSamples;)
    {
        const auto count = std::min (numSamples - done, blockSamples_ - to.inBlock);
        to.blockPower += powerOf (samples + done, count);
        to.inBlock += count;
        done += count;
        if (to.inBlock == blockSamples_)
            endBlock (to);
    }
}

void NoiseMeter::endBlock (Channel& channel)
{
    const auto block = static_cast<std::size_t> (channel.numBlocks++);
    if (block >= blockPowers_.size ())
        blockPowers_.resize (block + 1);
    blockPowers_[block] += static_cast<float> (channel.blockPower);
    channel.blockPower = 0;
    channel.inBlock = 0;
}

std::optional<float> NoiseMeter::snrDb () const
{
    return snrOf (blockPowers_); // a block that is not full is less than kLeastBlocks
}

} // namespace melstrom
