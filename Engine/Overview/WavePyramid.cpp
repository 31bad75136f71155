#include "Engine/Overview/WavePyramid.h"

#include "Engine/Overview/WaveMaxima.h"

#include <algorithm>

namespace melstrom
{

WavePyramid::WavePyramid (double rateHz, int numChannels, std::size_t mostBytes)
    : rateHz_ (rateHz), numChannels_ (numChannels),
      pyramid_ (WaveMaxima::width (numChannels), mostBytes), step_ (pyramid_.width ())
{
}

void WavePyramid::append (std::int64_t firstSample, const WaveRange* ranges)
{
    if (firstSample < endSample ())
        return;
    for (int channel = 0; channel < numChannels_; ++channel)
        WaveMaxima::write (ranges[channel], channel, step_.data ());
    pyramid_.append (firstSample / kBase, step_.data ());
}

WaveRange WavePyramid::range (int channel, std::int64_t first, std::int64_t end) const
{
    if (channel < 0 || channel >= numChannels_)
        return {};
    std::vector<float> step (pyramid_.width (), WaveMaxima::kNothing);
    const auto firstStep = std::max<std::int64_t> (first, 0) / kBase;
    static_cast<void> (pyramid_.maximum (firstStep, (end + kBase - 1) / kBase, step.data ()));
    return WaveMaxima::read (step.data (), channel);
}

std::vector<float> WavePyramid::samples (int /*channel*/, std::int64_t /*first*/,
                                         int /*count*/) const
{
    return {};
}

} // namespace melstrom
