// The steps after the bands that tools use: what a search by shape leaves open.
#pragma once

#include "Engine/Report/Origin/CandidateShapes.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** Full specs for a candidate's bands: every usual logarithm, norm of the bank, scale of the samples
    and normalisation. topDb: a range that the array shows. */
std::vector<MelSpec> levelVariants (const Candidate& candidate, std::optional<double> topDb,
                                    bool isHalf);

} // namespace melstrom
