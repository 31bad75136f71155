#include "Tests/Reference/ReferenceMel.h"

#include "Tests/Reference/ReferenceDft.h"
#include "Tests/Reference/ReferenceFeatures.h"
#include "Tests/Reference/ReferenceFraming.h"
#include "Tests/Reference/ReferenceRounding.h"
#include "Tests/Reference/ReferenceWindow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

/** FLT_EPSILON: Kaldi's floor for the energy of a frame. */
constexpr double kKaldiEpsilon = std::numeric_limits<float>::epsilon ();

/** x[i] -= coefficient x[i-1], from the last sample to the first. */
void preemphasise (RoundedSamples& samples, double coefficient, double beforeFirst)
{
    if (coefficient == 0)
        return;
    auto& x = samples.values;
    const double power = coefficient * coefficient;
    for (std::size_t i = x.size (); i-- > 0;)
    {
        const double before = i > 0 ? x[i - 1] : beforeFirst;
        const double varianceBefore = samples.variances[i > 0 ? i - 1 : i];
        samples.variances[i] += power * (varianceBefore + before * before);
        x[i] -= coefficient * before;
    }
    samples.round ();
}

/** The mean's error is that of its partial sums and of the division. */
void removeMean (RoundedSamples& samples)
{
    const auto count = static_cast<double> (samples.values.size ());
    double mean = 0, partialSum = 0, variance = 0;
    for (double sample : samples.values)
    {
        mean += sample / count;
        partialSum += sample;
        variance += partialSum * partialSum / (count * count);
    }
    for (double& sample : samples.values)
        sample -= mean;
    samples.meanVariance = variance + mean * mean;
    samples.round ();
}

double logEnergyOf (const std::vector<double>& x, double energyFloor)
{
    double energy = 0;
    for (double sample : x)
        energy += sample * sample;
    return std::log (std::max ({energy, kKaldiEpsilon, energyFloor}));
}

/** Tables that all frames share. */
struct Machine
{
    Machine (const MelSpec& s, int rateHz)
        : spec (s), sizes (referenceSizes (s, rateHz)), dft (sizes.fftSamples),
          window (referenceWindow (s.windowShape, sizes.windowSamples)),
          bank (referenceFilterBank (s, rateHz, sizes.fftSamples)), rounding (s, sizes, dft, window)
    {
    }

    const MelSpec& spec;
    ReferenceSizes sizes;
    ReferenceDft dft;
    std::vector<double> window;
    Matrix bank;
    ReferenceRounding rounding;
};

struct UnitEnergies
{
    Matrix bands, rounding;          ///< (frames, bands)
    std::vector<double> logEnergies; ///< (frames)
};

double magnitudeOf (const MelSpec& spec, const std::complex<double>& bin)
{
    const double power = std::norm (bin);
    return spec.spectrum == Spectrum::power ? power : std::sqrt (power + spec.magnitudeEpsilon);
}

double projectionOf (const Matrix& bank, std::int64_t band, const std::vector<double>& spectrum)
{
    double sum = 0;
    for (std::int64_t k = 0; k < bank.columns; ++k)
        sum += bank.at (band, k) * spectrum[static_cast<std::size_t> (k)];
    return sum;
}

/** The samples under a frame's window. Removes their mean if the spec asks for it. */
RoundedSamples frameOf (const Machine& machine, const RoundedSamples& unit, std::int64_t index)
{
    RoundedSamples frame;
    frame.values = referenceFrame (machine.spec, machine.sizes, unit.values, index);
    frame.variances = referenceFrame (machine.spec, machine.sizes, unit.variances, index);
    if (machine.spec.removeFrameMean)
        removeMean (frame);
    return frame;
}

void applyWindow (const Machine& machine, RoundedSamples& frame)
{
    for (std::size_t i = 0; i < frame.values.size (); ++i)
    {
        frame.values[i] *= machine.window[i];
        frame.variances[i] *= machine.window[i] * machine.window[i];
    }
    frame.round (2);
}

void projectBands (const Machine& machine, const RoundedSamples& frame, std::int64_t index,
                   UnitEnergies& out)
{
    const auto bins = machine.dft.halfSpectrum (frame.values);
    std::vector<double> spectrum, bands;
    for (const auto& bin : bins)
        spectrum.push_back (magnitudeOf (machine.spec, bin));
    for (std::int64_t band = 0; band < machine.spec.numBands; ++band)
        bands.push_back (projectionOf (machine.bank, band, spectrum));
    const auto rounding = machine.rounding.ofBands (frame, bins, machine.bank, bands);
    for (std::int64_t band = 0; band < machine.spec.numBands; ++band)
    {
        out.bands.at (index, band) = bands[static_cast<std::size_t> (band)];
        out.rounding.at (index, band) = rounding[static_cast<std::size_t> (band)];
    }
}

UnitEnergies energiesOf (const Machine& machine, std::vector<double> samples)
{
    const MelSpec& spec = machine.spec;
    RoundedSamples unit {std::move (samples), {}};
    for (double& sample : unit.values)
        sample *= spec.sampleScale;
    unit.round ();
    if (spec.preemphasisScope == PreemphasisScope::signal)
        preemphasise (unit, spec.preemphasis, 0);

    const auto numSamples = static_cast<std::int64_t> (unit.values.size ());
    const std::int64_t frames = referenceFrames (spec, machine.sizes, numSamples);
    UnitEnergies out {Matrix (frames, spec.numBands), Matrix (frames, spec.numBands), {}};
    for (std::int64_t t = 0; t < frames; ++t)
    {
        RoundedSamples frame = frameOf (machine, unit, t);
        out.logEnergies.push_back (logEnergyOf (frame.values, spec.energyFloor));
        if (spec.preemphasisScope == PreemphasisScope::frame)
            preemphasise (frame, spec.preemphasis, frame.values.front ());
        applyWindow (machine, frame);
        projectBands (machine, frame, t, out);
    }
    return out;
}

/** Frames one after another, or a whole segment transposed to (feature, frame). */
void appendRows (const MelSpec& spec, const Matrix& features, ReferenceResult& result)
{
    if (spec.layout == Layout::frames)
    {
        result.values.insert (result.values.end (), features.values.begin (),
                              features.values.end ());
        result.rows += features.rows;
        result.framesPerRow = features.rows > 0 ? 1 : 0;
        return;
    }
    for (std::int64_t feature = 0; feature < features.columns; ++feature)
        for (std::int64_t t = 0; t < features.rows; ++t)
            result.values.push_back (features.at (t, feature));
    result.rows += features.rows > 0 ? 1 : 0;
    result.framesPerRow = static_cast<int> (features.rows);
}

} // namespace

ReferenceResult referenceMel (const MelSpec& spec, int rateHz, const std::vector<double>& signal)
{
    const Machine machine (spec, rateHz);
    if (spec.ditherAmplitude != 0)
        throw std::invalid_argument ("the reference does not dither; set ditherAmplitude to 0");
    if (machine.sizes.windowSamples > machine.sizes.fftSamples)
        throw std::invalid_argument ("the window is longer than its transform");

    ReferenceResult result;
    result.bands = spec.numBands;
    result.features = static_cast<int> (referenceFeatures (spec, rateHz, machine.sizes.hopSamples,
                                                           Matrix (0, spec.numBands), {})
                                            .columns) *
                      spec.stack;
    for (const auto& unit : referenceUnits (spec, signal))
    {
        const UnitEnergies energies = energiesOf (machine, unit);
        const Matrix frames = referenceFeatures (spec, rateHz, machine.sizes.hopSamples,
                                                 energies.bands, energies.logEnergies);
        const Matrix features =
            spec.stack > 1 || spec.stackHop > 1 ? referenceStack (spec, frames) : frames;
        result.energies.insert (result.energies.end (), energies.bands.values.begin (),
                                energies.bands.values.end ());
        result.rounding.insert (result.rounding.end (), energies.rounding.values.begin (),
                                energies.rounding.values.end ());
        appendRows (spec, features, result);
    }
    return result;
}

} // namespace melstrom::testing
