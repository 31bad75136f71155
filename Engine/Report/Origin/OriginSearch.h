// The guided search for the spec whose features have the shape of an array.
#pragma once

#include "Engine/Report/Origin/SpecMoves.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

struct SearchLimits
{
    std::int64_t mostComputed = 6000; ///< candidates; the result does not depend on the machine
    int numDescents = 8;
};

/** Begins with every preset, at its own rate and at others, with the array's number of features and
    frames. The nearest ones change one stage after another (MoveStage) as long as they come nearer.
    The nearest result stands first. Empty if no preset can be made comparable. Thread: one. */
std::vector<Candidate> searchShapes (CandidateShapes& shapes, const SearchLimits& limits);

} // namespace melstrom
