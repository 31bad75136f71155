// Checks for every backend: comparisons of its results for a trial.
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
    std::vector<double> rounding; ///< empty: the trial allows only the ladder
};

/** Computed by the float64 reference, or by a backend. */
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

/** Checks that rows in float16 equal rows in float32, rounded once and clamped. Returns the
    difference, or an empty string. */
std::string halfRowsDiffer (const Trial& trial, Backend& backend);

/** Compares rows computed at once by `whole` with four ways of cutting the signal into pieces,
    batches and passes, computed by `pieces` in turn. Returns a sentence for each way whose bits
    differ. */
std::vector<std::string> cutsThatDiffer (const Trial& trial, Backend& whole,
                                         std::span<Backend* const> pieces);

/** Compares signals of every format, with several channels, at odd addresses of one batch, with the
    same signals in separate batches. Returns the names of the signals whose bits differ. */
std::vector<std::string> formatsThatDifferTogether (Backend& backend);

} // namespace melstrom::testing
