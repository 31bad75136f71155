// What each group of the fused kernel's threads does of the bank.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"

namespace melstrom::cuda
{

/** Every thread group's bands, round after round. Bands grow wider upwards: every other round goes
    down, so that groups have equal work. */
void makeBandRuns (FusedTables& tables, const ProgramTables& bank);

} // namespace melstrom::cuda
