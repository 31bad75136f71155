// What a timeline shows, and how two sounds are put together.
#pragma once

#include "Engine/Overview/RowStore.h"
#include "Engine/Overview/WaveStore.h"

namespace melstrom
{

/** One sound. Pointers: not owned; they outlive their use by the view. */
struct TimelineLayer
{
    const RowStore* rows = nullptr;  ///< null: nothing to show
    const WaveStore* wave = nullptr; ///< null: no waveform
    /** The sound's first sample is at this time of the timeline. */
    double startSeconds = 0;
};

enum class TimelineBlend : std::int8_t
{
    first,     ///< the first layer alone
    second,    ///< the second layer alone
    over,      ///< the louder of both in each pixel
    difference ///< second minus first in dB, in colours from below over equal to above
};

} // namespace melstrom
