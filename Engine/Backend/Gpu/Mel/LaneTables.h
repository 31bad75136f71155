// What a WarpShape computes with, and where it lies.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"

namespace melstrom::cuda
{

/** exp (-2 pi i numerator/denominator) */
Complex turn (std::int64_t numerator, std::int64_t denominator);

/** Puts the tables of a WarpShape in the order in which its lanes l read them, pairs of points side
    by side: (16, lanes) windows of points l + 32 q and 16 rows on; (8, lanes) turns of laneDft for
    residue c = l; (8, lanes) exp (-2 pi i k / fftSamples) of k = l + 64 i and 32 on. */
void makeLaneTables (FusedTables& tables);

/** Places of a WarpShape behind the samples: rooms of frames, tables. */
void layOutRooms (FusedProgram& program);

} // namespace melstrom::cuda
