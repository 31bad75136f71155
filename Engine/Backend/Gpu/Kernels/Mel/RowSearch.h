// Which span or unit a row of MelWork::rows belongs to.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Portable.h"

namespace melstrom::cuda
{

/** Index of the item whose `numFrames` rows from `scratchRow` on hold `row`; -1: none does.
    items (numItems) in the order of their rows, none twice. */
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

} // namespace melstrom::cuda
