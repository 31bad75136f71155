// Tolerances for the comparison of two sets of band energies: relative to the frame's peak, and in
// dB at each depth below the peak.
#pragma once

#include <span>
#include <string>

namespace melstrom::testing
{

/** Result of a comparison. A comparison of nothing is not ok. */
struct Agreement
{
    bool ok = false;
    double worstRatio = 0; ///< the largest ratio of an error to its tolerance
    std::string where;     ///< a sentence for INFO: the worst place and both values
};

/** Keeps the worst of many errors. */
class AgreementMeter
{
public:
    /** Whether this error is worse than all earlier ones. A NaN is worse than every number; an
        error of 0 is within a tolerance of 0. */
    bool isWorse (double error, double allowed);
    void describe (std::string where) { where_ = std::move (where); }
    Agreement result () const;
    static Agreement failure (std::string why);

private:
    bool isEmpty_ = true;
    double worstRatio_ = -1;
    std::string where_;
};

struct LadderTerms
{
    int numBands = 0;
    double decibelsPerDecade = 10; ///< 10 for power, 20 for magnitude
    double factor = 1;             ///< for all tolerances; 10 against goldens made in float32
    /** (frames, bands): an additional tolerance of each band. Empty: only the ladder. */
    std::span<const double> rounding = {};
};

/** |dE| <= 1e-6 of the frame's peak band energy, and in dB 1e-4 / 1e-3 / 1e-2 / 1e-1 at depths < 40
    / < 60 / < 80 / < 100 dB below that peak. The factor multiplies all tolerances.
    reference, tested   (frames, bands), before the logarithm; the peak is the reference's */
Agreement compareEnergies (std::span<const double> reference, std::span<const double> tested,
                           const LadderTerms& terms);

/** |difference| <= tolerance everywhere. */
Agreement compareFlat (std::span<const double> reference, std::span<const double> tested,
                       double tolerance);

} // namespace melstrom::testing
