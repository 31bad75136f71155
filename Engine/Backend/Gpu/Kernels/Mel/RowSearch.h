// Finds the span or unit of a row of MelWork::rows.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Portable.h"

namespace melstrom::gpu
{

/** Index of the item whose `numFrames` rows from `scratchRow` on contain `row`; -1: none. items
    (numItems) sorted by row, without overlap. */
template <typename Item>
MELSTROM_BOTH int itemOfRow (const Item* items, int numItems, std::int64_t row) noexcept
{
    int first = 0, end = numItems;
    while (first < end)
    {
        const int middle = first + (end - first) / 2;
        if (items[middle].scratchRow <= row)
            first = middle + 1;
        else
            end = middle;
    }
    const int index = first - 1;
    const bool holds = index >= 0 && row - items[index].scratchRow < items[index].numFrames;
    return holds ? index : -1;
}

} // namespace melstrom::gpu
