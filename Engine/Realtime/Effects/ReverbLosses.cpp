#include "Engine/Realtime/Effects/ReverbLosses.h"

#include <cmath>

namespace melstrom
{

void ReverbLosses::prepare (double sampleRateHz, int rampSamples)
{
    lengths_ = reverbLineSamples (sampleRateHz);
    sampleRateHz_ = sampleRateHz;
    rampSamples_ = rampSamples;
}

void ReverbLosses::set (double timeSeconds, double damping, bool atOnce) noexcept
{
    double kept = 0; // mean share of energy after a pass
    for (std::size_t line = 0; line < kReverbLines; ++line)
    {
        const auto loss = reverbLoss (lengths_[line], sampleRateHz_, timeSeconds, damping);
        targets_.gains[line] = loss.gain;
        targets_.poles[line] = loss.pole;
        kept +=
            std::pow (10.0, -6.0 * lengths_[line] / (timeSeconds * sampleRateHz_)) / kReverbLines;
    }
    // Each of a side's eight lines gets x / sqrt 8, and both sides add up: energy 2 / (1 - kept).
    targets_.wet = static_cast<float> (std::sqrt ((1 - kReverbEarlyShare) * (1 - kept) / 2));
    samplesLeft_ = rampSamples_;
    const auto step = [this] (float from, float to)
    { return (to - from) / static_cast<float> (rampSamples_); };
    for (std::size_t line = 0; line < kReverbLines; ++line)
    {
        steps_.gains[line] = step (now_.gains[line], targets_.gains[line]);
        steps_.poles[line] = step (now_.poles[line], targets_.poles[line]);
    }
    steps_.wet = step (now_.wet, targets_.wet);
    if (atOnce)
    {
        now_ = targets_;
        samplesLeft_ = 0;
    }
}

void ReverbLosses::advance () noexcept
{
    if (samplesLeft_ == 0)
        return;
    if (--samplesLeft_ == 0)
    {
        now_ = targets_;
        return;
    }
    for (std::size_t line = 0; line < kReverbLines; ++line)
    {
        now_.gains[line] += steps_.gains[line];
        now_.poles[line] += steps_.poles[line];
    }
    now_.wet += steps_.wet;
}

} // namespace melstrom
