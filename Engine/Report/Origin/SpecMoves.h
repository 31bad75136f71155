// Neighbours of a spec: values of its fields that tools are known to use.
#pragma once

#include "Engine/Report/Origin/CandidateShapes.h"
#include "Engine/Report/Origin/FrameFit.h"

#include <vector>

namespace melstrom
{

/** Stages in the order in which a search tries them. */
enum class MoveStage
{
    framing, ///< hop, framing, padding, placement, dropped frame
    level,   ///< floor of the logarithm, top_db of cepstra, PCEN's settings
    window,  ///< length of window and transform
    windowShape,
    bank,   ///< scale and style of the bank, with coarse limits
    limits, ///< lowest and highest frequency
    emphasis,
    spectrum,
    loading,
    cepstra ///< bands below the transform, energy
};
inline constexpr MoveStage kMoveStages[] = {
    MoveStage::framing, MoveStage::level,  MoveStage::window,   MoveStage::windowShape,
    MoveStage::bank,    MoveStage::limits, MoveStage::emphasis, MoveStage::spectrum,
    MoveStage::loading, MoveStage::cepstra};

/** Specs that differ from the candidate's in this stage. Without `isFine`: the usual values. With
    it: the neighbourhood of numbers too. Some may be impossible. */
std::vector<MelSpec> neighbours (MoveStage stage, const Candidate& candidate,
                                 const ArrayFacts& facts, bool isFine);

/** Specs of which nearly each differs from the candidate's in one field alone: of all stages, with
    more lengths of the window, and fewer combinations. isFine: as above. */
std::vector<MelSpec> fieldMoves (const Candidate& candidate, const ArrayFacts& facts, bool isFine);

/** Floors that tools use, in rising order. */
const std::vector<double>& usualFloors ();

} // namespace melstrom
