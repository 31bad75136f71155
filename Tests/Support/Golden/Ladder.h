// How near two sets of band energies must be: relative to the frame's peak, and in dB at each depth
// below it.
#pragma once

#include <span>
#include <string>

namespace melstrom::testing
{

/** The outcome of a comparison; nothing to compare is not ok. */
struct Agreement
{
    bool ok = false;
    double worstRatio = 0; ///< the largest error over what is allowed of it
    std::string where;     ///< a sentence for INFO: the worst place and both values there
};

/** Keeps the worst of many errors. */
class AgreementMeter
{
public:
    /** Worse than all before it? A NaN is worse than everything; no error is within a tolerance
        of nothing. */
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
    double factor = 1;             ///< on every tolerance; 10 against goldens made in float32
    /** (frames, bands): a band may be off by this, too. Empty: the ladder is all. */
    std::span<const double> rounding = {};
};

/** |dE| <= 1e-6 of the frame's peak band energy, and in dB 1e-4 / 1e-3 / 1e-2 / 1e-1 at depths
    < 40 / < 60 / < 80 / < 100 dB below that peak, all times the factor.
    reference, tested   (frames, bands), before the log; the peak is the reference's */
Agreement compareEnergies (std::span<const double> reference, std::span<const double> tested,
                           const LadderTerms& terms);

/** |difference| <= tolerance everywhere. */
Agreement compareFlat (std::span<const double> reference, std::span<const double> tested,
                       double tolerance);

} // namespace melstrom::testing
