// Settled rows: rows that no later sample of the signal can change.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstdint>

namespace melstrom
{

/** Whether rows [firstRow, firstRow + numRows) are the same for every later end of a signal with
    numSamples samples so far: all their samples are present, neighbours of deltas and reflections
    included, and no row is dropped or padded at the end. For a streamable spec. */
bool areSettled (const MelGeometry& geometry, std::int64_t numSamples, std::int64_t firstRow,
                 std::int64_t numRows) noexcept;

/** Number of settled rows from firstRow on, mostRows at most. */
std::int64_t numSettledRows (const MelGeometry& geometry, std::int64_t numSamples,
                             std::int64_t firstRow, std::int64_t mostRows) noexcept;

/** First sample that rows from firstRow on may need, for every later end of a signal with
    numSamples samples so far. At most numSamples. */
std::int64_t firstSampleNeeded (const MelGeometry& geometry, std::int64_t numSamples,
                                std::int64_t firstRow) noexcept;

/** Upper bound of the samples from firstSampleNeeded on until numRows rows are settled, at any
    position of any signal. */
std::int64_t mostSamplesNeeded (const MelGeometry& geometry, std::int64_t numRows) noexcept;

} // namespace melstrom
