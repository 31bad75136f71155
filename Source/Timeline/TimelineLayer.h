// What a timeline shows, and how two sounds are put together: their levels as one, with its colours.
#pragma once

#include "Engine/Dsp/Colour/ColourMap.h"
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

/** Colours and their range of levels. */
struct LevelColours
{
    const ColourMap* map = nullptr; ///< not null
    double lowestDb = -90, highestDb = 0;
};

/** For differences: blue for quieter, dark for equal, orange for louder, so that colour-blind people
    see the sign, and grey prints show the size. Dark, because most of a difference is nearly 0. */
const ColourMap& differenceMap () noexcept;

/** Half the range of a difference: a third of the view's range. Differences count from
    `shown.lowestDb` up: two levels below it are equal. */
double mostDifferenceDb (const LevelColours& shown) noexcept;
/** The colours of the plot and their range for this blend. */
LevelColours blendColours (TimelineBlend blend, const LevelColours& shown) noexcept;

/** Level of a pixel without a row or a band. Below all levels. */
inline constexpr float kMissingDb = -1e30f;

/** The level of a pixel, or its difference; kMissingDb: nothing is known. `over` shows a level if
    the other is missing, `difference` needs both. lowestDb: of the view's range */
float blended (TimelineBlend blend, float first, float second, float lowestDb) noexcept;

} // namespace melstrom
