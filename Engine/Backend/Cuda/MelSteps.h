// Which kernels the batches of a plan go through.
#pragma once

#include "Engine/Backend/Cuda/Kernels/MelWork.h"
#include "Engine/Backend/MelPlan.h"

namespace melstrom::cuda
{

/** What follows the bands, pass by pass. */
struct MelSteps
{
    bool isFused = true;
    bool hasStatistics = false;
    bool isCutByStatistics = false; ///< a signal may come in two passes
    bool needsMaximum = false, needsMoments = false, hasPcen = false;
    bool finishes = false; ///< rows change between bands and storing
    bool stores = false;   ///< bands do not go straight to the output

    static MelSteps of (const MelProgram& program, bool isFused) noexcept
    {
        MelSteps steps;
        steps.isFused = isFused;
        steps.needsMaximum = program.needsMaximum;
        steps.needsMoments = program.needsMoments;
        steps.hasPcen = program.hasPcen;
        steps.hasStatistics = program.needsMaximum || program.needsMoments || program.hasPcen;
        steps.isCutByStatistics = steps.hasStatistics && ! program.isSegments;
        steps.finishes = program.needsMaximum || program.needsMoments || program.isAffine ||
                         program.numCoefficients > 0;
        steps.stores = program.bandsTo == BandsTo::rows;
        return steps;
    }

    /** Only a signal with statistics knows of passes. */
    MelPass effective (MelPass asked) const noexcept
    {
        return isCutByStatistics ? asked : MelPass::whole;
    }
    /** The fused kernel finds a maximum as it goes; all else is gathered from rows. */
    bool gathers (MelPass pass) const noexcept
    {
        return pass == MelPass::statistics ||
               (pass == MelPass::whole && (needsMoments || hasPcen || (needsMaximum && ! isFused)));
    }
    bool joins (MelPass pass) const noexcept { return pass == MelPass::whole && gathers (pass); }
    bool needsBlocks (MelPass pass) const noexcept { return gathers (pass) || hasPcen; }
    bool givesRows (MelPass pass) const noexcept { return pass != MelPass::statistics; }
};

} // namespace melstrom::cuda
