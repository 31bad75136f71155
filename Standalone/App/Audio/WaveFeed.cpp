#include "Standalone/App/Audio/WaveFeed.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

void widen (WaveRange& range, const float* samples, int numSamples) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        const float sample = samples[n];
        if (! std::isfinite (sample))
            continue;
        range.lowest = range.isThere ? std::min (range.lowest, sample) : sample;
        range.highest = range.isThere ? std::max (range.highest, sample) : sample;
        range.isThere = true;
    }
}

} // namespace

void WaveFeed::add (const float* left, const float* right, int numSamples) noexcept
{
    for (int done = 0; done < numSamples;)
    {
        const auto toEnd = WavePyramid::kBase - static_cast<int> (position_ % WavePyramid::kBase);
        const int count = std::min (toEnd, numSamples - done);
        widen (step_.ranges[0], left + done, count);
        widen (step_.ranges[1], right + done, count);
        done += count;
        position_ += count;
        if (count == toEnd)
            finishStep ();
    }
}

void WaveFeed::skip (std::int64_t numSamples) noexcept
{
    const auto stepBefore = position_ / WavePyramid::kBase;
    position_ += numSamples;
    if (position_ / WavePyramid::kBase != stepBefore)
        finishStep ();
}

/** Hands the step over, and begins the one that position_ is in. */
void WaveFeed::finishStep () noexcept
{
    if (std::ranges::any_of (step_.ranges, &WaveRange::isThere))
        static_cast<void> (steps_.tryPush (step_)); // full: nobody looks at the waveform
    step_ = {};
    step_.firstSample = position_ / WavePyramid::kBase * WavePyramid::kBase;
}

void WaveFeed::update (WavePyramid& wave)
{
    for (Step step; steps_.tryPop (step);)
        wave.append (step.firstSample, step.ranges.data ());
}

void WaveFeed::reset (std::int64_t position) noexcept
{
    for (Step step; steps_.tryPop (step);)
    {
    }
    position_ = position;
    step_ = {};
    step_.firstSample = position / WavePyramid::kBase * WavePyramid::kBase;
}

} // namespace melstrom
