#include "Source/Timeline/TimelineLayer.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr std::uint32_t kDifference[] = {0x009cdcff, 0x202f9fe8, 0x401a68b0, 0x60173459,
                                         0x7f0b0c0f, 0x800d0b0a, 0x9f5f3c14, 0xbfbb6a12,
                                         0xdff79a2c, 0xffffd9a0};
constexpr ColourMap kDifferenceMap {"difference", kDifference};

} // namespace

const ColourMap& differenceMap () noexcept
{
    return kDifferenceMap;
}

double mostDifferenceDb (const LevelColours& shown) noexcept
{
    return (shown.highestDb - shown.lowestDb) / 3;
}

LevelColours blendColours (TimelineBlend blend, const LevelColours& shown) noexcept
{
    if (blend != TimelineBlend::difference)
        return shown;
    const double most = mostDifferenceDb (shown);
    return {&kDifferenceMap, -most, most};
}

float blended (TimelineBlend blend, float first, float second, float lowestDb) noexcept
{
    switch (blend)
    {
        case TimelineBlend::first: return first;
        case TimelineBlend::second: return second;
        case TimelineBlend::over: return std::max (first, second);
        case TimelineBlend::difference: break;
    }
    if (first <= kMissingDb || second <= kMissingDb)
        return kMissingDb;
    return std::max (second, lowestDb) - std::max (first, lowestDb);
}

} // namespace melstrom
