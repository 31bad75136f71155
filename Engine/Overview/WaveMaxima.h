// Extremes of samples as values of which only maxima are taken.
#pragma once

#include "Engine/Overview/WaveStore.h"

#include <cstddef>

#include <limits>

namespace melstrom
{

/** A step of a waveform: for each channel its highest sample and the negative of its lowest one. So
    the maxima of two steps are the step of both. A channel without samples has -infinity. */
struct WaveMaxima
{
    static constexpr float kNothing = -std::numeric_limits<float>::infinity ();

    static std::size_t width (int numChannels) noexcept
    {
        return 2 * static_cast<std::size_t> (numChannels);
    }

    static void write (const WaveRange& range, int channel, float* step) noexcept
    {
        step[2 * channel] = range.isThere ? range.highest : kNothing;
        step[2 * channel + 1] = range.isThere ? -range.lowest : kNothing;
    }

    static WaveRange read (const float* step, int channel) noexcept
    {
        if (step[2 * channel] == kNothing)
            return {};
        return {-step[2 * channel + 1], step[2 * channel], true};
    }
};

} // namespace melstrom
