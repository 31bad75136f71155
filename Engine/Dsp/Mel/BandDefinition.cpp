#include "Engine/Dsp/Mel/BandDefinition.h"

#include "Engine/Dsp/Mel/PaddedIndex.h"
#include "Engine/Dsp/Mel/Window.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{

using Doubles = BandDefinition::Doubles;

/** Adds one step, whose results are the values, to the rounding scale. */
void addStep (DefinedSamples& samples)
{
    for (std::size_t i = 0; i < samples.values.size (); ++i)
        samples.rounded[i] += samples.values[i] * samples.values[i];
}

/** x[i] -= c x[i - 1], with c rounded to float32: at low frequencies 1 - c would show the
    difference. */
void preemphasise (DefinedSamples& samples, double exactCoefficient, double beforeFirst)
{
    const double coefficient = static_cast<double> (static_cast<float> (exactCoefficient));
    for (std::size_t i = samples.values.size (); i-- > 0;)
    {
        const double product = coefficient * (i > 0 ? samples.values[i - 1] : beforeFirst);
        samples.rounded[i] += product * product + (i > 0 ? samples.rounded[i - 1] : 0);
        samples.values[i] -= product;
    }
    addStep (samples);
}

double energyOf (const DefinedSamples& frame, double shareOfSteps)
{
    double energy = 0;
    for (std::size_t i = 0; i < frame.values.size (); ++i)
        energy += frame.values[i] * frame.values[i] + shareOfSteps * frame.rounded[i];
    return energy;
}

} // namespace

BandDefinition::BandDefinition (const MelGeometry& geometry)
    : geometry_ (geometry),
      window_ (makeWindow (geometry.spec.windowShape, geometry.windowSamples)),
      bank_ (makeMelBank (geometry)), transform_ (static_cast<std::size_t> (geometry.fftSamples))
{
    for (auto band = bank_.weights.begin (); band < bank_.weights.end (); band += geometry.numBins)
    {
        double sum = 0, numTerms = 0;
        for (auto weight = band; weight != band + geometry.numBins; ++weight)
            if (*weight != 0)
            {
                sum += static_cast<double> (*weight);
                ++numTerms;
            }
        bandWeights_.push_back (sum);
        bandTerms_.push_back (numTerms);
    }
}

DefinedSamples BandDefinition::prepared (std::span<const float> samples) const
{
    const MelSpec& spec = geometry_.spec;
    DefinedSamples signal {{samples.begin (), samples.end ()}, Doubles (samples.size ())};
    for (double& sample : signal.values)
        sample *= spec.sampleScale;
    addStep (signal);
    if (spec.layout == Layout::frames)
        preemphasiseUnit (signal);
    return signal;
}

void BandDefinition::preemphasiseUnit (DefinedSamples& unit) const
{
    const MelSpec& spec = geometry_.spec;
    if (spec.preemphasis != 0 && spec.preemphasisScope == PreemphasisScope::signal)
        preemphasise (unit, spec.preemphasis, 0);
}

DefinedSamples BandDefinition::unitOf (const DefinedSamples& prepared, std::int64_t row) const
{
    if (geometry_.spec.layout == Layout::frames)
        return prepared;
    const auto start = geometry_.segmentStart (row),
               end = start + geometry_.spec.shortWindowSamples;
    const auto cut = [&] (const Doubles& from)
    {
        const auto size = static_cast<std::int64_t> (from.size ());
        Doubles part (from.begin () + std::min (start, size), from.begin () + std::min (end, size));
        part.resize (static_cast<std::size_t> (geometry_.spec.shortWindowSamples), 0.0);
        return part;
    };
    DefinedSamples unit {cut (prepared.values), cut (prepared.rounded)};
    preemphasiseUnit (unit);
    return unit;
}

DefinedBands BandDefinition::bandsOf (const DefinedSamples& unit, std::int64_t frame) const
{
    const DefinedSamples samples = frameOf (unit, frame);
    const auto spectrum = transform_.spectrumOf (samples.values);

    const MelSpec& spec = geometry_.spec;
    const auto numBins = static_cast<std::size_t> (geometry_.numBins);
    Doubles energies (numBins), bands (static_cast<std::size_t> (geometry_.numBands), 0.0);
    for (std::size_t bin = 0; bin < numBins; ++bin)
    {
        const double power = std::norm (spectrum[bin]);
        energies[bin] =
            spec.spectrum == Spectrum::power ? power : std::sqrt (power + spec.magnitudeEpsilon);
    }
    auto weight = bank_.weights.begin ();
    for (double& band : bands)
        for (std::size_t bin = 0; bin < numBins; ++bin, ++weight)
            if (*weight != 0) // a wide bank has millions of zeros
                band += energies[bin] * static_cast<double> (*weight);
    Doubles scales = scalesOf (samples, bands);
    return {std::move (bands), std::move (scales)};
}

/** float32 rounds loud samples, and a transform spreads these errors over all bins, including bins
    with little energy. So each X[k] has an error of a share e of A, A^2 = the energy of the frame,
    and its square an error of 2 e A |X[k]| + (e A)^2. The error of the sum over a band E of weights
    W is at most 2 e sqrt (E W A^2) + e^2 W A^2 (Cauchy and Schwarz), or e A W for magnitudes. The
    largest band does not bound this error: the bands of a bank without the loud bins are far below
    the errors from these bins.

    e: a rounding has the variance u^2/3 of its result's square, u = 2^-24. A factor p of the length
    makes an output from p products and p sums: 3 + p/2 roundings of the frame's energy. 2^11
    samples have n = 44. Each error is a sum of many errors, so it is complex Gaussian and exceeds c
    deviations with the probability exp (-c^2), 2e-16 for c = 6. e = 6 u sqrt (n/3) is 1.4e-6.
    2 e is below the 3e-6 that BandTrial allows. A step before the transform adds one rounding of
    its result, which is below 1/32 in A^2. A band of m terms is rounded m times: e sqrt (m/44) E.

    Numbers below 2^-126 lose bits or become 0. That is an absolute error in each square and each
    sum. It matters if the window leaves almost no energy, as two samples of Blackman's window
    do. */
Doubles BandDefinition::scalesOf (const DefinedSamples& frame, const Doubles& bands) const
{
    constexpr double shareOfSteps = 1.0 / 32, error = 1.5e-6, termsOfError = 44;
    constexpr double leastPower = 0x1p-126, leastMagnitude = 0x1p-63;
    const bool isPower = geometry_.spec.spectrum == Spectrum::power;
    const double amplitude = std::sqrt (energyOf (frame, shareOfSteps));
    const double peak = *std::ranges::max_element (bands);
    Doubles scales;
    for (std::size_t band = 0; band < bands.size (); ++band)
    {
        const double weights = bandWeights_[band], terms = bandTerms_[band];
        double allowed = error * std::sqrt (terms / termsOfError) * bands[band];
        if (isPower)
            allowed += 2 * error * amplitude * std::sqrt (weights * bands[band]) +
                       error * error * amplitude * amplitude * weights +
                       leastPower * (2 * weights + terms);
        else
            allowed += error * amplitude * weights + leastMagnitude * 2 * weights;
        scales.push_back (std::max (peak, allowed / (2 * error)));
    }
    return scales;
}

std::int64_t BandDefinition::numTerms (const MelGeometry& geometry) noexcept
{
    return DefinedTransform::numProducts (static_cast<std::size_t> (geometry.fftSamples)) +
           std::int64_t {geometry.numBands} * geometry.numBins;
}

double BandDefinition::worstRatio (const DefinedBands& bands, const float* values,
                                   std::int64_t stride)
{
    constexpr double infinity = std::numeric_limits<double>::infinity ();
    const bool isSilent = *std::ranges::max_element (bands.values) == 0;
    double worst = 0;
    for (std::size_t band = 0; band < bands.values.size (); ++band)
    {
        const auto value = static_cast<double> (values[static_cast<std::int64_t> (band) * stride]);
        const double difference = std::abs (value - bands.values[band]);
        const double scale = bands.scales[band];
        if (! std::isfinite (difference) || (isSilent && difference != 0))
            return infinity;
        if (scale != 0)
            worst = std::max (worst, difference / scale);
    }
    return worst;
}

/** The samples under the window. The zeros before the window are left out, because they change only
    phases. */
DefinedSamples BandDefinition::frameOf (const DefinedSamples& unit, std::int64_t frame) const
{
    const MelSpec& spec = geometry_.spec;
    const std::int64_t zerosBefore = geometry_.spanSamples == geometry_.windowSamples
                                         ? 0
                                         : (geometry_.fftSamples - geometry_.windowSamples) / 2;
    const std::int64_t start = geometry_.frameStart (frame) + zerosBefore;
    DefinedSamples samples;
    for (int i = 0; i < geometry_.windowSamples; ++i)
    {
        const auto at = paddedIndex (
            spec.framing == Framing::kaldiEdges ? Padding::symmetric : spec.padding, start + i,
            static_cast<std::int64_t> (unit.values.size ()), geometry_.padReachSamples);
        samples.values.push_back (at < 0 ? 0.0 : unit.values[static_cast<std::size_t> (at)]);
        samples.rounded.push_back (at < 0 ? 0.0 : unit.rounded[static_cast<std::size_t> (at)]);
    }
    if (spec.removeFrameMean)
    {
        double mean = 0;
        for (const double sample : samples.values)
            mean += sample / geometry_.windowSamples;
        for (double& sample : samples.values)
            sample -= mean;
        addStep (samples);
    }
    if (spec.preemphasis != 0 && spec.preemphasisScope == PreemphasisScope::frame)
        preemphasise (samples, spec.preemphasis, samples.values[0]);
    for (std::size_t i = 0; i < samples.values.size (); ++i)
    {
        samples.values[i] *= window_[i];
        samples.rounded[i] *= window_[i] * window_[i];
    }
    return samples;
}

} // namespace melstrom
