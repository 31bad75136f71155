#include "Engine/Batch/Statistics/SoundPiece.h"

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Dsp/Statistics/Int16Blocks.h"

#include <array>
#include <cmath>
#include <cstdlib>

namespace melstrom
{

namespace
{
constexpr double kScale16 = 32768;
constexpr int kMost16 = 32767;
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

/** The sum of x^2 at the limit of silence, full scale 1. */
double silentPower (const SoundShape& shape, std::int64_t numSamples)
{
    return std::pow (10, kSilenceDb / 10) * static_cast<double> (numSamples) *
           static_cast<double> (shape.numChannels);
}

template <typename T>
void addRuns (const T* samples, std::int64_t numSamples, T fullScale, SoundPiece& to)
{
    for (std::int64_t i = 0; i < numSamples; ++i)
        for (SoundPiece::Channel& channel : to.channels)
        {
            const T x = *samples++;
            channel.runs.add (x >= fullScale ? 1 : x <= -fullScale ? -1 : 0, 1);
        }
}

template <typename T>
void addLevels (const T* samples, std::int64_t numSamples, T fullScale, T peak, SoundPiece& to)
{
    if (peak >= fullScale)
        return addRuns (samples, numSamples, fullScale, to);
    for (SoundPiece::Channel& channel : to.channels)
        channel.runs.add (0, numSamples);
}

void addInt16 (const SoundShape& shape, const std::int16_t* samples, std::int64_t numSamples,
               SoundPiece& to)
{
    const std::size_t numChannels = to.channels.size ();
    const auto numValues = static_cast<std::size_t> (numSamples) * numChannels;
    const Int16Totals totals = int16Totals (samples, numValues);
    for (std::size_t channel = 0; channel < numChannels; ++channel)
    {
        std::int64_t sum = numChannels == 1 ? totals.sum : 0;
        for (std::size_t i = channel; numChannels > 1 && i < numValues; i += numChannels)
            sum += samples[i];
        to.channels[channel].sum.add (static_cast<double> (sum) / kScale16);
    }
    const int peak = std::max (std::abs (int {totals.least}), std::abs (int {totals.most}));
    to.peak = std::max (to.peak, static_cast<float> (peak / kScale16));
    addLevels (
        samples, numSamples,
        static_cast<std::int16_t> (std::lround (shape.fullScale * static_cast<float> (kScale16))),
        static_cast<std::int16_t> (std::min (peak, kMost16)), to);
    const std::int64_t blockSamples = shape.blockSamples (), blocks = numSamples / blockSamples;
    to.numBlocks += blocks;
    to.numSilent += static_cast<std::int64_t> (
        numQuietBlocks ({samples, static_cast<std::size_t> (blockSamples) * numChannels,
                         static_cast<std::size_t> (blocks)},
                        silentPower (shape, blockSamples) * kScale16 * kScale16));
}

void addFloat (const SoundShape& shape, const float* samples, std::int64_t numSamples,
               SoundPiece& to)
{
    const std::size_t numChannels = to.channels.size ();
    const std::int64_t blockSamples = shape.blockSamples ();
    float peak = 0;
    for (std::int64_t done = 0; done < numSamples; done += blockSamples)
    {
        const std::int64_t count = std::min (blockSamples, numSamples - done);
        const float* const block = samples + static_cast<std::size_t> (done) * numChannels;
        const auto numValues = static_cast<std::size_t> (count) * numChannels;
        for (std::size_t channel = 0; channel < numChannels; ++channel)
        {
            double sum = 0;
            for (std::size_t i = channel; i < numValues; i += numChannels)
                sum += static_cast<double> (block[i]);
            to.channels[channel].sum.add (sum);
        }
        const BlockFacts facts = factsOf (block, numValues);
        peak = std::max (peak, facts.peak);
        if (count < blockSamples)
            break;
        ++to.numBlocks;
        to.numSilent += facts.power < silentPower (shape, blockSamples) ? 1 : 0;
    }
    to.peak = std::max (to.peak, peak);
    addLevels (samples, numSamples, shape.fullScale, peak, to);
}
} // namespace

void SoundPiece::append (const SoundPiece& next)
{
    numSamples += next.numSamples;
    numBlocks += next.numBlocks;
    numSilent += next.numSilent;
    peak = std::max (peak, next.peak);
    for (std::size_t i = 0; i < channels.size (); ++i)
    {
        channels[i].sum.add (next.channels[i].sum);
        channels[i].runs.append (next.channels[i].runs);
    }
}

/** Takes pieces that stay in a core's first cache, because each is read more than once. */
SoundPiece measureBlocks (const SoundShape& shape, std::int64_t first, const std::byte* samples,
                          std::int64_t numSamples)
{
    SoundPiece piece;
    piece.first = first;
    piece.numSamples = numSamples;
    piece.channels.resize (static_cast<std::size_t> (shape.numChannels));
    const bool isAligned = reinterpret_cast<std::uintptr_t> (samples) % alignof (std::int16_t) == 0;
    const bool isInt16 = shape.format == SampleFormat::int16 && isAligned;
    const std::int64_t blockSamples = shape.blockSamples ();
    const std::int64_t most =
        std::max (blockSamples, kValuesAtOnce / (blockSamples * shape.numChannels) * blockSamples);
    std::vector<float> floats;
    for (std::int64_t done = 0; done < numSamples;)
    {
        const std::int64_t count = std::min (most, numSamples - done);
        const std::byte* const from =
            samples + static_cast<std::size_t> (done) * shape.frameBytes ();
        if (isInt16)
            addInt16 (shape, reinterpret_cast<const std::int16_t*> (from), count, piece);
        else
        {
            floats.resize (static_cast<std::size_t> (count * shape.numChannels));
            toFloat32 (from, shape.format, floats.data (), count * shape.numChannels);
            addFloat (shape, floats.data (), count, piece);
        }
        done += count;
    }
    for (SoundPiece::Channel& channel : piece.channels)
        channel.sum.carry ();
    return piece;
}

bool isSilence (const SoundShape& shape, const std::byte* samples, std::int64_t numSamples)
{
    std::vector<float> values (static_cast<std::size_t> (numSamples * shape.numChannels));
    toFloat32 (samples, shape.format, values.data (), numSamples * shape.numChannels);
    return factsOf (values.data (), values.size ()).power < silentPower (shape, numSamples);
}

} // namespace melstrom
