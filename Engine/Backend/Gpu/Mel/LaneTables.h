// Tables of a WarpShape and their places.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"

namespace melstrom::cuda
{

/** exp (-2 pi i numerator/denominator) */
Complex turn (std::int64_t numerator, std::int64_t denominator);

/** Makes the tables of a WarpShape in the order in which its lanes l read them, pairs of points
    adjacent: (16, lanes) windows of points l + 32 q and 16 rows further; (8, lanes) twiddles of
    laneDft for residue c = l; (8, lanes) exp (-2 pi i k / fftSamples) of k = l + 64 i and 32
    further. */
void makeLaneTables (FusedTables& tables);

/** Places of a WarpShape behind the samples: rooms of frames, then tables. */
void layOutRooms (FusedProgram& program);

} // namespace melstrom::cuda
