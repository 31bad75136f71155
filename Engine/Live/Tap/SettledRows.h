// Which rows of a signal cannot change any more while it goes on.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstdint>

namespace melstrom
{

/** Whether rows [firstRow, firstRow + numRows) are the same wherever a signal ends, of which
    numSamples have come: their samples are all there, deltas' neighbours and reflections included,
    and none of them is dropped or padded at the end. Of a streamable spec. */
bool areSettled (const MelGeometry& geometry, std::int64_t numSamples, std::int64_t firstRow,
                 std::int64_t numRows) noexcept;

/** How many from firstRow on are, mostRows at most. */
std::int64_t numSettledRows (const MelGeometry& geometry, std::int64_t numSamples,
                             std::int64_t firstRow, std::int64_t mostRows) noexcept;

/** No row from firstRow on, nor any after it, is made from samples before this one, wherever the
    signal ends, of which numSamples have come. At most numSamples. */
std::int64_t firstSampleNeeded (const MelGeometry& geometry, std::int64_t numSamples,
                                std::int64_t firstRow) noexcept;

/** Samples from firstSampleNeeded on until so many rows are settled, at any place of any signal: at
    most. */
std::int64_t mostSamplesNeeded (const MelGeometry& geometry, std::int64_t numRows) noexcept;

} // namespace melstrom
