// Which kernels the batches of a plan go through.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/FinishTiles.h"
#include "Engine/Backend/MelPlan.h"

namespace melstrom::cuda
{

/** What follows the bands, pass by pass. */
struct MelSteps
{
    bool isFused = true;
    bool hasStatistics = false;
    bool isCutByStatistics = false; ///< over whole signals: one may come in two passes
    bool needsMaximum = false, needsMoments = false, hasPcen = false;
    bool hasRows = false;         ///< bands do not go straight to the output
    bool finishesTiles = false;   ///< rows change and are stored in one go
    bool finishesInPlace = false; ///< the same where they are stored
    bool finishes = false;        ///< rows change between bands and storing
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

    /** Where no statistics span a whole signal there is one kind of pass. */
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
