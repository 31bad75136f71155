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

} // namespace melstrom
