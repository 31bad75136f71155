// The kernels of a plan's batches.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/FinishTiles.h"
#include "Engine/Backend/MelPlan.h"

namespace melstrom::gpu
{

/** Steps after the bands, pass by pass. */
struct MelSteps
{
    bool isFused = true;
    bool hasStatistics = false;
    /** statistics span whole signals: a signal may come in two passes */
    bool isCutByStatistics = false;
    bool needsMaximum = false, needsMoments = false, hasPcen = false;
    bool hasRows = false;         ///< bands do not go directly to the output
    bool finishesTiles = false;   ///< one kernel finishes and stores rows
    bool finishesInPlace = false; ///< the same, in the output memory
    bool finishes = false;        ///< a kernel changes rows between bands and storing
    bool stores = false;

    static MelSteps of (const MelProgram& program, bool isFused) noexcept
    {
        MelSteps steps;
        steps.isFused = isFused;
        steps.needsMaximum = program.needsMaximum;
        steps.needsMoments = program.needsMoments;
        steps.hasPcen = program.hasPcen;
        steps.hasStatistics = program.needsMaximum || program.needsMoments || program.hasPcen;
        steps.isCutByStatistics = steps.hasStatistics && ! program.isSegments;
        steps.hasRows = program.bandsTo == BandsTo::rows;
        steps.finishesTiles = isFused && canFinishTiles (program);
        steps.finishesInPlace = isFused && canFinishInPlace (program);
        steps.finishes = ! steps.finishesTiles && (program.needsMaximum || program.needsMoments ||
                                                   program.isAffine || program.numCoefficients > 0);
        steps.stores = steps.hasRows && ! steps.finishesTiles;
        return steps;
    }

    /** Without statistics of whole signals there is one kind of pass. */
    MelPass effective (MelPass asked) const noexcept
    {
        return isCutByStatistics ? asked : MelPass::whole;
    }
    /** The fused kernel computes a maximum itself. All other statistics are gathered from rows. */
    bool gathers (MelPass pass) const noexcept
    {
        return pass == MelPass::statistics ||
               (pass == MelPass::whole && (needsMoments || hasPcen || (needsMaximum && ! isFused)));
    }
    bool joins (MelPass pass) const noexcept { return pass == MelPass::whole && gathers (pass); }
    bool needsBlocks (MelPass pass) const noexcept { return gathers (pass) || hasPcen; }
    bool givesRows (MelPass pass) const noexcept { return pass != MelPass::statistics; }
};

} // namespace melstrom::gpu
