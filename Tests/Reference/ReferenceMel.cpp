#include "Tests/Reference/ReferenceMel.h"

#include "Tests/Reference/ReferenceDft.h"
#include "Tests/Reference/ReferenceFeatures.h"
#include "Tests/Reference/ReferenceFraming.h"
#include "Tests/Reference/ReferenceWindow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

/** FLT_EPSILON: what Kaldi takes the energy of a silent frame for. */
constexpr double kKaldiEpsilon = std::numeric_limits<float>::epsilon ();

/** x[i] -= coefficient x[i-1], from the last sample to the first. */
void preemphasise (std::vector<double>& x, double coefficient, double beforeFirst)
{
    for (std::size_t i = x.size (); i-- > 1;)
        x[i] -= coefficient * x[i - 1];
    if (! x.empty ())
        x[0] -= coefficient * beforeFirst;
}

void removeMean (std::vector<double>& x)
{
    double mean = 0;
    for (double sample : x)
        mean += sample / static_cast<double> (x.size ());
    for (double& sample : x)
        sample -= mean;
}

double logEnergyOf (const std::vector<double>& x, double energyFloor)
{
    double energy = 0;
    for (double sample : x)
        energy += sample * sample;
    return std::log (std::max ({energy, kKaldiEpsilon, energyFloor}));
}

/** What stays the same from frame to frame. */
struct Machine
{
    Machine (const MelSpec& s, int rateHz)
        : spec (s), sizes (referenceSizes (s, rateHz)), dft (sizes.fftSamples),
          window (referenceWindow (s.windowShape, sizes.windowSamples)),
          bank (referenceFilterBank (s, rateHz, sizes.fftSamples))
    {
    }

    const MelSpec& spec;
    ReferenceSizes sizes;
    ReferenceDft dft;
    std::vector<double> window;
    Matrix bank;
};

struct UnitEnergies
{
    Matrix bands;                    ///< (frames, bands)
    std::vector<double> logEnergies; ///< (frames)
};

std::vector<double> spectrumOf (const Machine& machine, const std::vector<double>& frame)
{
    std::vector<double> spectrum;
    for (const auto& bin : machine.dft.halfSpectrum (frame))
    {
        const double power = std::norm (bin);
        spectrum.push_back (machine.spec.spectrum == Spectrum::power
                                ? power
                                : std::sqrt (power + machine.spec.magnitudeEpsilon));
    }
    return spectrum;
}

double projectionOf (const Matrix& bank, std::int64_t band, const std::vector<double>& spectrum)
{
    double sum = 0;
    for (std::int64_t k = 0; k < bank.columns; ++k)
        sum += bank.at (band, k) * spectrum[static_cast<std::size_t> (k)];
    return sum;
}

UnitEnergies energiesOf (const Machine& machine, std::vector<double> unit)
{
    const MelSpec& spec = machine.spec;
    for (double& sample : unit)
        sample *= spec.sampleScale;
    if (spec.preemphasisScope == PreemphasisScope::signal)
        preemphasise (unit, spec.preemphasis, 0);

    const auto samples = static_cast<std::int64_t> (unit.size ());
    const std::int64_t frames = referenceFrames (spec, machine.sizes, samples);
    UnitEnergies out {Matrix (frames, spec.numBands), {}};
    for (std::int64_t t = 0; t < frames; ++t)
    {
        auto frame = referenceFrame (spec, machine.sizes, unit, t);
        if (spec.removeFrameMean)
            removeMean (frame);
        out.logEnergies.push_back (logEnergyOf (frame, spec.energyFloor));
        if (spec.preemphasisScope == PreemphasisScope::frame)
            preemphasise (frame, spec.preemphasis, frame.front ());
        for (std::size_t i = 0; i < frame.size (); ++i)
            frame[i] *= machine.window[i];

        const auto spectrum = spectrumOf (machine, frame);
        for (std::int64_t band = 0; band < spec.numBands; ++band)
            out.bands.at (t, band) = projectionOf (machine.bank, band, spectrum);
    }
    return out;
}

/** Frames one after another, or a whole segment turned to (feature, frame). */
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
    result.features = static_cast<int> (
        referenceFeatures (spec, rateHz, machine.sizes.hopSamples, Matrix (0, spec.numBands), {})
            .columns);
    for (const auto& unit : referenceUnits (spec, signal))
    {
        const UnitEnergies energies = energiesOf (machine, unit);
        const Matrix features = referenceFeatures (spec, rateHz, machine.sizes.hopSamples,
                                                   energies.bands, energies.logEnergies);
        result.energies.insert (result.energies.end (), energies.bands.values.begin (),
                                energies.bands.values.end ());
        appendRows (spec, features, result);
    }
    return result;
}

} // namespace melstrom::testing
