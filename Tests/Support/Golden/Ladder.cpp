#include "Tests/Support/Golden/Ladder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>

namespace melstrom::testing
{

namespace
{

struct Rung
{
    double depthDb;
    double toleranceDb;
};

constexpr Rung kRungs[] = {{40, 1e-4}, {60, 1e-3}, {80, 1e-2}, {100, 1e-1}};
constexpr double kPeakRatio = 1e-6;

std::string sizesDiffer (std::size_t reference, std::size_t tested)
{
    std::ostringstream text;
    text << "expected " << reference << " values, got " << tested;
    return text.str ();
}

/** Tolerance of a band in dB at this depth below the peak; infinite below the ladder's end. */
double toleranceAt (double depthDb)
{
    for (const Rung& rung : kRungs)
        if (depthDb < rung.depthDb)
            return rung.toleranceDb;
    return std::numeric_limits<double>::infinity ();
}

struct Place
{
    std::size_t frame, band;
    double reference, tested, peak;
    double rounding = 0;
};

std::string sentenceOf (const Place& place, const char* what)
{
    std::ostringstream text;
    text.precision (10);
    text << "frame " << place.frame << " band " << place.band << ": " << place.tested
         << " instead of " << place.reference << " under a peak of " << place.peak << " (" << what
         << ")";
    return text.str ();
}

void compareBand (const Place& place, const LadderTerms& terms, AgreementMeter& meter)
{
    const double difference = std::abs (place.tested - place.reference);
    if (place.rounding > 0 && difference <= place.rounding)
    {
        meter.isWorse (0, 1);
        return;
    }
    const double allowed = kPeakRatio * terms.factor * place.peak;
    if (meter.isWorse (difference, allowed))
        meter.describe (sentenceOf (place, "of the peak"));
    if (place.reference <= 0)
        return;

    const double decibels = terms.decibelsPerDecade;
    const double tolerance = toleranceAt (decibels * std::log10 (place.peak / place.reference));
    if (std::isinf (tolerance))
        return;
    const double error = std::abs (decibels * std::log10 (place.tested / place.reference));
    if (meter.isWorse (error, tolerance * terms.factor))
        meter.describe (sentenceOf (place, "in dB"));
}

} // namespace

bool AgreementMeter::isWorse (double error, double allowed)
{
    isEmpty_ = false;
    double ratio = error == 0 ? 0 : error / allowed;
    if (std::isnan (ratio))
        ratio = std::numeric_limits<double>::infinity ();
    if (ratio <= worstRatio_)
        return false;
    worstRatio_ = ratio;
    return true;
}

Agreement AgreementMeter::result () const
{
    if (isEmpty_)
        return failure ("there was nothing to compare");
    std::ostringstream text;
    text << "worst error " << worstRatio_ << " of the allowed one at " << where_;
    return {worstRatio_ <= 1, worstRatio_, text.str ()};
}

Agreement AgreementMeter::failure (std::string why)
{
    return {false, std::numeric_limits<double>::infinity (), std::move (why)};
}

Agreement compareEnergies (std::span<const double> reference, std::span<const double> tested,
                           const LadderTerms& terms)
{
    if (reference.size () != tested.size ())
        return AgreementMeter::failure (sizesDiffer (reference.size (), tested.size ()));
    const auto numBands = static_cast<std::size_t> (terms.numBands);
    if (numBands == 0 || reference.size () % numBands != 0)
        return AgreementMeter::failure ("the values are not whole frames");
    if (! terms.rounding.empty () && terms.rounding.size () != reference.size ())
        return AgreementMeter::failure (
            "the number of roundings differs from the number of values");

    AgreementMeter meter;
    for (std::size_t first = 0; first < reference.size (); first += numBands)
    {
        const auto bands = reference.subspan (first, numBands);
        const double peak = *std::max_element (bands.begin (), bands.end ());
        for (std::size_t band = 0; band < numBands; ++band)
            compareBand ({first / numBands, band, bands[band], tested[first + band], peak,
                          terms.rounding.empty () ? 0 : terms.rounding[first + band]},
                         terms, meter);
    }
    return meter.result ();
}

Agreement compareFlat (std::span<const double> reference, std::span<const double> tested,
                       double tolerance)
{
    if (reference.size () != tested.size ())
        return AgreementMeter::failure (sizesDiffer (reference.size (), tested.size ()));
    AgreementMeter meter;
    for (std::size_t i = 0; i < reference.size (); ++i)
        if (meter.isWorse (std::abs (tested[i] - reference[i]), tolerance))
        {
            std::ostringstream text;
            text.precision (10);
            text << "value " << i << ": " << tested[i] << " instead of " << reference[i];
            meter.describe (text.str ());
        }
    return meter.result ();
}

} // namespace melstrom::testing
