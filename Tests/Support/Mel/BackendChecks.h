// What every backend must do alike: comparisons of what it makes of a trial.
#pragma once

#include "Tests/Support/Golden/GoldenCases.h"
#include "Tests/Support/Golden/Ladder.h"
#include "Tests/Support/Mel/BackendTrials.h"

#include <span>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** (frames of all rows, bands), before any logarithm. */
struct ExpectedEnergies
{
    std::vector<double> bands;
    std::vector<double> rounding; ///< empty where the ladder is all that the trial allows
};

/** By the float64 reference, or by a backend. */
ExpectedEnergies referenceEnergies (const Trial& trial);
std::vector<double> energiesOf (const Trial& trial, Backend& backend);
/** Within the ladder, times the trial's factor, or within the rounding. */
Agreement energiesAgree (const Trial& trial, const ExpectedEnergies& expected,
                         std::span<const double> tested);

/** All values as they are stored, in float32. */
std::vector<double> referenceFeatures (const Trial& trial);
std::vector<double> featuresOf (const Trial& trial, Backend& backend);
/** Within the trial's tolerance of a feature. */
Agreement featuresAgree (const Trial& trial, std::span<const double> expected,
                         std::span<const double> tested);

Agreement agreesWithGolden (const GoldenCase& golden, Backend& backend);

/** Rows stored in float16 are those in float32, rounded once and clamped: what is not, or empty. */
std::string halfRowsDiffer (const Trial& trial, Backend& backend);

/** Rows computed at once by `whole`, against four ways of cutting the signal into pieces, batches
    and passes, by `pieces` in turn: a sentence for each whose bits differ. */
std::vector<std::string> cutsThatDiffer (const Trial& trial, Backend& whole,
                                         std::span<Backend* const> pieces);

/** Signals of every format, with several channels, at odd addresses of one batch, against each in a
    batch of its own: the names of those whose bits differ. */
std::vector<std::string> formatsThatDifferTogether (Backend& backend);

} // namespace melstrom::testing
