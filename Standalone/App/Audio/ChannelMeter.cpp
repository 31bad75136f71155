#include "Standalone/App/Audio/ChannelMeter.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

void ChannelMeter::add (const float* samples, int numSamples) noexcept
{
    float peak = 0;
    double sum = 0;
    std::int64_t numClipped = 0;
    for (int n = 0; n < numSamples; ++n)
    {
        const float size = std::abs (samples[n]);
        numClipped += ! (size < 1);
        if (! std::isfinite (size))
            continue;
        peak = std::max (peak, size);
        sum += static_cast<double> (size) * size;
    }
    for (float seen = peak_.load (std::memory_order_relaxed);
         peak > seen && ! peak_.compare_exchange_weak (seen, peak, std::memory_order_relaxed);)
    {
    }
    if (numClipped > 0)
        numClipped_.fetch_add (numClipped, std::memory_order_relaxed);

    const auto version = powerVersion_.load (std::memory_order_relaxed);
    powerVersion_.store (version + 1);
    sumOfSquares_.store (sumOfSquares_.load (std::memory_order_relaxed) + sum);
    numSamples_.store (numSamples_.load (std::memory_order_relaxed) + numSamples);
    powerVersion_.store (version + 2);
}

ChannelMeter::Power ChannelMeter::power () const noexcept
{
    for (;;)
    {
        const auto before = powerVersion_.load ();
        const Power power {sumOfSquares_.load (), numSamples_.load ()};
        if (before % 2 == 0 && powerVersion_.load () == before)
            return power;
    }
}

ChannelLevel ChannelMeter::take () noexcept
{
    ChannelLevel level;
    level.peak = peak_.exchange (0, std::memory_order_relaxed);
    level.numClipped = numClipped_.load (std::memory_order_relaxed);
    const auto now = power ();
    if (now.numSamples > taken_.numSamples)
        level.rms = static_cast<float> (
            std::sqrt (std::max (0.0, now.sumOfSquares - taken_.sumOfSquares) /
                       static_cast<double> (now.numSamples - taken_.numSamples)));
    taken_ = now;
    return level;
}

void ChannelMeter::reset () noexcept
{
    peak_ = 0;
    numClipped_ = 0;
    sumOfSquares_ = 0;
    numSamples_ = 0;
    taken_ = {};
}

} // namespace melstrom
