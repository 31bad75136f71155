// The bands that each thread group of the fused kernel computes.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"

namespace melstrom::cuda
{

/** Assigns the bands to thread groups, round by round. Bands grow wider upwards, so every second
    round goes downwards: groups have equal work. */
void makeBandRuns (FusedTables& tables, const ProgramTables& bank);

} // namespace melstrom::cuda
