#include "Engine/Report/Loudness.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
constexpr std::size_t kPieces =
    8; ///< of a tile; a recursion that needs no other piece runs in each
constexpr std::int64_t kMostSteps = 10, ///< of a piece
    kStepsOfBlock = 4;
constexpr double kOffsetLufs = -0.691, kAbsoluteGateLufs = -70, kRelativeGate = 0.1;
constexpr double kSurroundWeight = 1.41;
constexpr std::size_t kMostChannels = 6;

double energyOf (double lufs)
{
    return std::pow (10, (lufs - kOffsetLufs) / 10);
}

double weightOf (int channel, int numChannels)
{
    if (numChannels <= 3)
        return channel < 3 ? 1 : 0;
    if (numChannels == 4)
        return channel < 2 ? 1 : kSurroundWeight;
    if (numChannels == 5)
        return channel < 3 ? 1 : kSurroundWeight;
    return channel < 3 ? 1 : channel == 3 ? 0 : kSurroundWeight;
}

/** Filters eight pieces side by side, and adds the squares behind the warm-up to `energies`,
    (steps, pieces). from: `pieceSamples` apart; the filters begin at rest. */
void filterPieces (const KWeighting& filter, const float* from, std::int64_t pieceSamples,
                   std::int64_t warmUpSamples, std::int64_t stepSamples,
                   std::vector<std::array<double, kPieces>>& energies)
{
    const auto [b0, b1, b2, a1, a2] = filter.shelf;
    const auto [h0, h1, h2, c1, c2] = filter.highPass;
    std::array<double, kPieces> s1 {}, s2 {}, t1 {}, t2 {};
    const auto run = [&] (std::int64_t first, std::int64_t end, std::array<double, kPieces>& sum)
    {
        for (std::int64_t i = first; i < end; ++i)
            for (std::size_t p = 0; p < kPieces; ++p)
            {
                const double x = from[static_cast<std::int64_t> (p) * pieceSamples + i];
                const double y = b0 * x + s1[p];
                s1[p] = b1 * x - a1 * y + s2[p];
                s2[p] = b2 * x - a2 * y;
                const double z = h0 * y + t1[p];
                t1[p] = h1 * y - c1 * z + t2[p];
                t2[p] = h2 * y - c2 * z;
                sum[p] += z * z;
            }
    };
    std::array<double, kPieces> unused {};
    run (0, warmUpSamples, unused);
    for (std::int64_t step = 0; step < static_cast<std::int64_t> (energies.size ()); ++step)
    {
        const std::int64_t first = warmUpSamples + step * stepSamples;
        run (first, first + stepSamples, energies[static_cast<std::size_t> (step)]);
    }
}
} // namespace

KWeighting kWeightingAt (int rateHz) noexcept
{
    KWeighting filter {};
    {
        constexpr double hz = 1681.974450955533, gainDb = 3.999843853973347, q = 0.7071752369554196,
                         middleExponent = 0.4996667741545416;
        const double k = std::tan (std::numbers::pi * hz / rateHz);
        const double high = std::pow (10, gainDb / 20), middle = std::pow (high, middleExponent);
        const double a0 = 1 + k / q + k * k;
        filter.shelf = {(high + middle * k / q + k * k) / a0, 2 * (k * k - high) / a0,
                        (high - middle * k / q + k * k) / a0, 2 * (k * k - 1) / a0,
                        (1 - k / q + k * k) / a0};
    }
    constexpr double hz = 38.13547087602444, q = 0.5003270373238773;
    const double k = std::tan (std::numbers::pi * hz / rateHz);
    const double a0 = 1 + k / q + k * k;
    filter.highPass = {1, -2, 1, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0};
    return filter;
}

/** The warm-up of 100 ms leaves about 1e-9 of what came before: the high pass has two poles at 38 Hz,
    whose response falls as (1 + wt) e^-wt, w = 240 / s. */
LoudnessMeter::LoudnessMeter (int rateHz, int numChannels)
    : hasWeighting_ (rateHz >= kLeastRateHz), filter_ (kWeightingAt (rateHz)),
      stepSamples_ ((rateHz + 5) / 10), warmUpSamples_ (stepSamples_),
      tileSamples_ (static_cast<std::int64_t> (kPieces) * kMostSteps * stepSamples_),
      channels_ (std::min (kMostChannels, static_cast<std::size_t> (numChannels)))
{
    for (std::size_t i = 0; i < channels_.size (); ++i)
    {
        channels_[i].weight = weightOf (static_cast<int> (i), numChannels);
        channels_[i].samples.assign (static_cast<std::size_t> (warmUpSamples_), 0);
    }
}

void LoudnessMeter::add (int channel, const float* samples, std::int64_t numSamples)
{
    if (! hasWeighting_)
        return;
    if (channel == 0)
        numSamples_ += numSamples;
    if (static_cast<std::size_t> (channel) >= channels_.size ())
        return;
    auto& to = channels_[static_cast<std::size_t> (channel)];
    while (numSamples > 0)
    {
        const auto count = std::min (numSamples, tileSamples_ - to.numInTile);
        to.samples.insert (to.samples.end (), samples, samples + count);
        to.numInTile += count;
        samples += count;
        numSamples -= count;
        if (to.numInTile == tileSamples_)
            measureTile (to);
    }
}

/** The last tile has shorter pieces, so that a short sound costs little. */
void LoudnessMeter::measureTile (Channel& channel)
{
    const auto shared = static_cast<std::int64_t> (kPieces) * stepSamples_;
    const auto numSteps = static_cast<std::size_t> ((channel.numInTile + shared - 1) / shared);
    const std::int64_t pieceSamples = static_cast<std::int64_t> (numSteps) * stepSamples_;
    channel.samples.resize (static_cast<std::size_t> (
        warmUpSamples_ + static_cast<std::int64_t> (kPieces) * pieceSamples));
    std::vector<std::array<double, kPieces>> energies (numSteps);
    if (channel.weight > 0)
        filterPieces (filter_, channel.samples.data (), pieceSamples, warmUpSamples_, stepSamples_,
                      energies);
    const auto end = channel.firstStep + kPieces * numSteps;
    stepEnergies_.resize (std::max (stepEnergies_.size (), end));
    for (std::size_t piece = 0; piece < kPieces; ++piece)
        for (std::size_t step = 0; step < numSteps; ++step)
            stepEnergies_[channel.firstStep + piece * numSteps + step] +=
                channel.weight * energies[step][piece];
    channel.firstStep = end;
    channel.samples.erase (channel.samples.begin (), channel.samples.end () - warmUpSamples_);
    channel.numInTile = 0;
}

std::optional<double> LoudnessMeter::finish ()
{
    if (! hasWeighting_)
        return {};
    const std::int64_t numSteps = numSamples_ / stepSamples_;
    if (numSteps < kStepsOfBlock)
        return {};
    for (auto& channel : channels_)
        if (channel.numInTile > 0)
            measureTile (channel);
    std::vector<double> blocks;
    for (std::int64_t first = 0; first + kStepsOfBlock <= numSteps; ++first)
    {
        double energy = 0;
        for (std::int64_t step = first; step < first + kStepsOfBlock; ++step)
            energy += stepEnergies_[static_cast<std::size_t> (step)];
        blocks.push_back (energy / static_cast<double> (kStepsOfBlock * stepSamples_));
    }
    const auto meanFrom = [&blocks] (double gate) -> std::optional<double>
    {
        double sum = 0;
        std::int64_t count = 0;
        for (const double block : blocks)
            if (block >= gate)
            {
                sum += block;
                ++count;
            }
        return count > 0 ? std::optional (sum / static_cast<double> (count)) : std::nullopt;
    };
    const double absolute = energyOf (kAbsoluteGateLufs);
    const auto ungated = meanFrom (absolute);
    const auto gated =
        ungated ? meanFrom (std::max (absolute, kRelativeGate * *ungated)) : std::nullopt;
    return gated ? std::optional (10 * std::log10 (*gated) + kOffsetLufs) : std::nullopt;
}

} // namespace melstrom
