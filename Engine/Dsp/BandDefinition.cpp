#include "Engine/Dsp/BandDefinition.h"

#include "Engine/Dsp/PaddedIndex.h"
#include "Engine/Dsp/Window.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace melstrom
{

namespace
{

using Doubles = BandDefinition::Doubles;

/** x[i] -= c x[i - 1], with c as float32 has it: at low frequencies 1 - c would show the
    difference. */
void preemphasise (Doubles& x, double exactCoefficient, double beforeFirst)
{
    const double coefficient = static_cast<double> (static_cast<float> (exactCoefficient));
    for (std::size_t i = x.size (); i-- > 1;)
        x[i] -= coefficient * x[i - 1];
    x[0] -= coefficient * beforeFirst;
}

std::size_t smallestFactor (std::size_t number) noexcept
{
    for (std::size_t factor = 2; factor * factor <= number; ++factor)
        if (number % factor == 0)
            return factor;
    return number;
}

} // namespace

BandDefinition::BandDefinition (const MelGeometry& geometry)
    : geometry_ (geometry),
      window_ (makeWindow (geometry.spec.windowShape, geometry.windowSamples)),
      bank_ (makeMelBank (geometry))
{
    for (int i = 0; i < geometry.fftSamples; ++i)
        roots_.push_back (std::polar (1.0, -2 * std::numbers::pi * i / geometry.fftSamples));
}

Doubles BandDefinition::prepared (std::span<const float> samples) const
{
    const MelSpec& spec = geometry_.spec;
    Doubles signal (samples.begin (), samples.end ());
    for (double& sample : signal)
        sample *= spec.sampleScale;
    if (spec.layout == Layout::frames)
        preemphasiseUnit (signal);
    return signal;
}

void BandDefinition::preemphasiseUnit (Doubles& unit) const
{
    const MelSpec& spec = geometry_.spec;
    if (! unit.empty () && spec.preemphasis != 0 &&
        spec.preemphasisScope == PreemphasisScope::signal)
        preemphasise (unit, spec.preemphasis, 0);
}

Doubles BandDefinition::unitOf (const Doubles& prepared, std::int64_t row) const
{
    if (geometry_.spec.layout == Layout::frames)
        return prepared;
    const auto start = geometry_.segmentStart (row),
               end = start + geometry_.spec.shortWindowSamples;
    const auto size = static_cast<std::int64_t> (prepared.size ());
    Doubles unit (prepared.begin () + std::min (start, size),
                  prepared.begin () + std::min (end, size));
    unit.resize (static_cast<std::size_t> (geometry_.spec.shortWindowSamples), 0.0);
    preemphasiseUnit (unit);
    return unit;
}

Doubles BandDefinition::bandsOf (const Doubles& unit, std::int64_t frame) const
{
    const Doubles samples = frameOf (unit, frame);
    std::vector<Complex> padded (samples.begin (), samples.end ());
    padded.resize (roots_.size ());
    std::vector<Complex> spectrum (roots_.size ()), scratch (roots_.size ());
    transform (padded.data (), 1, roots_.size (), spectrum.data (), scratch);

    const MelSpec& spec = geometry_.spec;
    const auto numBins = static_cast<std::size_t> (geometry_.numBins);
    Doubles bands (static_cast<std::size_t> (geometry_.numBands), 0.0);
    for (std::size_t bin = 0; bin < numBins; ++bin)
    {
        const double power = std::norm (spectrum[bin]);
        const double energy =
            spec.spectrum == Spectrum::power ? power : std::sqrt (power + spec.magnitudeEpsilon);
        for (std::size_t band = 0; band < bands.size (); ++band)
            bands[band] += energy * static_cast<double> (bank_.weights[band * numBins + bin]);
    }
    return bands;
}

std::int64_t BandDefinition::numTerms (const MelGeometry& geometry) noexcept
{
    std::int64_t sumOfFactors = 0;
    for (auto left = static_cast<std::size_t> (geometry.fftSamples); left > 1;)
    {
        const std::size_t factor = smallestFactor (left);
        sumOfFactors += static_cast<std::int64_t> (factor);
        left /= factor;
    }
    return geometry.fftSamples * sumOfFactors + std::int64_t {geometry.numBands} * geometry.numBins;
}

double BandDefinition::worstRatio (const Doubles& bands, const float* values, std::int64_t stride)
{
    constexpr double infinity = std::numeric_limits<double>::infinity ();
    const double peak = *std::ranges::max_element (bands);
    double worst = 0;
    for (std::size_t band = 0; band < bands.size (); ++band)
    {
        const auto value = static_cast<double> (values[static_cast<std::int64_t> (band) * stride]);
        const double difference = std::abs (value - bands[band]);
        if (! std::isfinite (difference) || (peak == 0 && difference != 0))
            return infinity;
        if (peak != 0)
            worst = std::max (worst, difference / peak);
    }
    return worst;
}

/** The samples under the window. The zeros before it are left out: they change phases alone. */
Doubles BandDefinition::frameOf (const Doubles& unit, std::int64_t frame) const
{
    const MelSpec& spec = geometry_.spec;
    const std::int64_t zerosBefore = geometry_.spanSamples == geometry_.windowSamples
                                         ? 0
                                         : (geometry_.fftSamples - geometry_.windowSamples) / 2;
    const std::int64_t start = geometry_.frameStart (frame) + zerosBefore;
    Doubles samples;
    for (int i = 0; i < geometry_.windowSamples; ++i)
    {
        const auto at =
            paddedIndex (spec.framing == Framing::kaldiEdges ? Padding::symmetric : spec.padding,
                         start + i, static_cast<std::int64_t> (unit.size ()));
        samples.push_back (at < 0 ? 0.0 : unit[static_cast<std::size_t> (at)]);
    }
    if (spec.removeFrameMean)
    {
        double mean = 0;
        for (const double sample : samples)
            mean += sample / geometry_.windowSamples;
        for (double& sample : samples)
            sample -= mean;
    }
    if (spec.preemphasis != 0 && spec.preemphasisScope == PreemphasisScope::frame)
        preemphasise (samples, spec.preemphasis, samples[0]);
    for (std::size_t i = 0; i < samples.size (); ++i)
        samples[i] *= window_[i];
    return samples;
}

/** X[k] = sum of x[n] exp (-2 pi i n k / length), grouped by the remainders of n over a prime
    factor p of the length, each group again a transform; term by term where the length is prime.
    samples (length) at `stride`      scratch (p)
    source  Cooley & Tukey 1965 */
void BandDefinition::transform (const Complex* samples, std::size_t stride, std::size_t length,
                                Complex* spectrum, std::vector<Complex>& scratch) const
{
    if (length == 1)
    {
        spectrum[0] = samples[0];
        return;
    }
    const std::size_t numGroups = smallestFactor (length), groupLength = length / numGroups;
    for (std::size_t group = 0; group < numGroups; ++group)
        transform (samples + group * stride, stride * numGroups, groupLength,
                   spectrum + group * groupLength, scratch);
    const std::size_t rootStep = roots_.size () / length;
    for (std::size_t first = 0; first < groupLength; ++first)
    {
        for (std::size_t group = 0; group < numGroups; ++group)
            scratch[group] = spectrum[group * groupLength + first];
        for (std::size_t bin = first; bin < length; bin += groupLength)
        {
            Complex sum = 0;
            for (std::size_t group = 0; group < numGroups; ++group)
                sum += scratch[group] * roots_[group * bin % length * rootStep];
            spectrum[bin] = sum;
        }
    }
}

} // namespace melstrom
