// The search that changes one field of a spec at a time, whichever comes nearest.
#pragma once

#include "Engine/Report/Origin/CandidateShapes.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace melstrom
{

/** Candidates that searchFields computes with one field changed, and with more of them. */
inline constexpr std::int64_t kMostOfFields = 6000, kMostOfClimbs = 1200;

/** Tries every field of the nearest starts, and changes the one that comes nearest, until no field
    comes nearer. So one changed field of a preset is found whatever else lies near. starts: sorted
    by distance. Empty without starts. Thread: one. */
std::optional<Candidate> searchFields (CandidateShapes& shapes,
                                       const std::vector<Candidate>& starts);

} // namespace melstrom
