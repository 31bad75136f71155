#include "Tests/Reference/ReferenceRounding.h"

#include <cmath>
#include <numeric>

namespace melstrom::testing
{

namespace
{

constexpr double kUnit = 0x1p-24;
const double kDeviation = kUnit / std::sqrt (3.0); ///< of one rounding, relative to its result
/** largest allowed error, in standard deviations */
constexpr double kDeviations = 6;
constexpr double kLeast = 0x1p-126; ///< smallest normal float32

/** Point 3, for all factors of the length. */
double varianceOfTransform (int length)
{
    double variance = 0;
    for (int factor = 2; length > 1; ++factor)
        for (; length % factor == 0; length /= factor)
            variance += 3 + factor / 2.0;
    return variance;
}

/** Relative error of an energy: twice the coefficient's rounding over 1 - c, the least gain of
    pre-emphasis for a sinusoid. */
double shareOfCoefficient (double coefficient)
{
    const double error =
        std::abs (static_cast<double> (static_cast<float> (coefficient)) - coefficient);
    return error == 0 ? 0 : 2 * error / std::abs (1 - coefficient);
}

double sumOf (const std::vector<double>& values)
{
    return std::accumulate (values.begin (), values.end (), 0.0);
}

double energyOf (const std::vector<double>& values)
{
    return std::inner_product (values.begin (), values.end (), values.begin (), 0.0);
}

} // namespace

void RoundedSamples::round (int times)
{
    variances.resize (values.size (), 0.0);
    for (std::size_t i = 0; i < values.size (); ++i)
        variances[i] += times * values[i] * values[i];
}

ReferenceRounding::ReferenceRounding (const MelSpec& spec, const ReferenceSizes& sizes,
                                      const ReferenceDft& dft, const std::vector<double>& window)
    : spec_ (spec), transformVariance_ (varianceOfTransform (sizes.fftSamples)),
      shareOfItself_ (4 * kUnit + shareOfCoefficient (spec.preemphasis)),
      meanGain_ (spec.preemphasisScope == PreemphasisScope::frame ? 1 - spec.preemphasis : 1)
{
    for (const auto& bin : dft.halfSpectrum (window))
        windowPower_.push_back (std::norm (bin));
}

double ReferenceRounding::errorOfBin (const RoundedSamples& frame, double sampleVariance,
                                      std::size_t bin) const
{
    const double ofMean = meanGain_ * meanGain_ * windowPower_[bin] * frame.meanVariance;
    return kDeviations * kDeviation * std::sqrt (sampleVariance + ofMean);
}

std::vector<double> ReferenceRounding::ofBands (const RoundedSamples& frame,
                                                const std::vector<std::complex<double>>& spectrum,
                                                const Matrix& bank,
                                                const std::vector<double>& bands) const
{
    const double sampleVariance =
        sumOf (frame.variances) + transformVariance_ * energyOf (frame.values);
    std::vector<double> binErrors;
    for (std::size_t k = 0; k < spectrum.size (); ++k)
    {
        const double error = errorOfBin (frame, sampleVariance, k);
        binErrors.push_back (spec_.spectrum == Spectrum::power
                                 ? (2 * std::abs (spectrum[k]) + error) * error + 2 * kLeast
                                 : error + std::sqrt (2 * kLeast));
    }

    std::vector<double> errors;
    for (std::int64_t band = 0; band < bank.rows; ++band)
    {
        double error = 0;
        int numTerms = 0;
        for (std::int64_t k = 0; k < bank.columns; ++k)
        {
            error += bank.at (band, k) * binErrors[static_cast<std::size_t> (k)];
            numTerms += bank.at (band, k) != 0 ? 1 : 0;
        }
        const double sums = kDeviations * kDeviation * std::sqrt (numTerms + 3.0);
        errors.push_back (error + numTerms * kLeast +
                          (sums + shareOfItself_) * bands[static_cast<std::size_t> (band)]);
    }
    return errors;
}

} // namespace melstrom::testing
