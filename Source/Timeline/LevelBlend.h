// Two levels as one, and the colours of the result.
#pragma once

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Timeline/TimelineLayer.h"

namespace melstrom
{

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
