// Cells and signed weights of hashed records, several at a time.
#pragma once

#include "Engine/Dsp/Hash/FeatureHash.h"

namespace melstrom
{

/** Cell and signed weight of each record, by HashedId; the same bits on every instruction set.
    cells, weights  (records); rows x numDimensions below 2^32
    thread  any      fails  never */
void placeRecords (const FeatureRecords& records, std::uint32_t numDimensions, std::uint32_t* cells,
                   float* weights) noexcept;

/** Copies `from` to `to` past the caches, and sets `from` to zero. So a large matrix is written once,
    and not read before. fenceMoves has to follow the last call.
    from, to  fastest where both begin at the same place of a line of 64 bytes
    thread  any                      fails  never */
void moveOut (float* from, float* to, std::size_t numValues) noexcept;
/** Orders what moveOut wrote before later writes of this thread, for other threads. */
void fenceMoves () noexcept;

} // namespace melstrom
