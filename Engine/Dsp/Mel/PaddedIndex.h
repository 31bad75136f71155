// Source index of a sample outside of a signal.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>

namespace melstrom
{

/** Index in [0, length) of the sample that stands for `index`, or -1 for a zero. length >= 1.
    Padding ends `reach` samples behind the last one; zeros follow (MelGeometry::padReachSamples).
    reflect: numpy's "reflect", the edge is not repeated; symmetric: the edge is repeated, as Kaldi
    pads. Both reflect repeatedly until the index is inside. */
constexpr std::int64_t paddedIndex (Padding padding, std::int64_t index, std::int64_t length,
                                    std::int64_t reach) noexcept
{
    if (index >= 0 && index < length)
        return index;
    if (padding == Padding::constant || index - length >= reach)
        return -1;
    if (length == 1)
        return 0;
    const std::int64_t edge = padding == Padding::symmetric ? 1 : 0;
    const std::int64_t period = 2 * (length - 1 + edge);
    const std::int64_t wrapped = (index % period + period) % period;
    return wrapped < length ? wrapped : period - edge - wrapped;
}

} // namespace melstrom
