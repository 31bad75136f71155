#include "Standalone/CommandLine/BandCheck.h"

#include "Engine/Batch/Run/Extract.h"
#include "Engine/Dsp/MelBank.h"
#include "Engine/Dsp/PaddedIndex.h"
#include "Engine/Dsp/Window.h"
#include "Standalone/CommandLine/Spectrogram.h"
#include "Standalone/CommandLine/TestSignal.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace melstrom
{

namespace
{

using Doubles = std::vector<double>;

/** x[i] -= c x[i - 1], with c as float32 has it: at low frequencies 1 - c would show the
    difference. */
void preemphasise (Doubles& x, double exactCoefficient, double beforeFirst)
{
    const double coefficient = static_cast<double> (static_cast<float> (exactCoefficient));
    for (std::size_t i = x.size (); i-- > 1;)
        x[i] -= coefficient * x[i - 1];
    x[0] -= coefficient * beforeFirst;
}

/** Band energies by their definition, a frame at a time. */
class Definition
{
public:
    explicit Definition (const MelGeometry& geometry)
        : geometry_ (geometry),
          window_ (makeWindow (geometry.spec.windowShape, geometry.windowSamples)),
          bank_ (makeMelBank (geometry))
    {
        for (int i = 0; i < geometry.fftSamples; ++i)
            roots_.push_back (std::polar (1.0, -2 * std::numbers::pi * i / geometry.fftSamples));
    }

    /** unit: what frames are cut from, a signal or one segment; its samples scaled to the spec's.
     */
    Doubles bandsOf (const Doubles& unit, std::int64_t frame) const
    {
        const auto samples = frameOf (unit, frame);
        Doubles bands (static_cast<std::size_t> (geometry_.numBands), 0.0);
        for (int bin = 0; bin < geometry_.numBins; ++bin)
        {
            const double energy = energyAt (samples, bin);
            for (int band = 0; band < geometry_.numBands; ++band)
                bands[static_cast<std::size_t> (band)] +=
                    energy * static_cast<double> (
                                 bank_.weights[static_cast<std::size_t> (band) *
                                                   static_cast<std::size_t> (geometry_.numBins) +
                                               static_cast<std::size_t> (bin)]);
        }
        return bands;
    }

private:
    /** The samples under the window. Zeros around it change phases alone. */
    Doubles frameOf (const Doubles& unit, std::int64_t frame) const
    {
        const MelSpec& spec = geometry_.spec;
        const std::int64_t zerosBefore = geometry_.spanSamples == geometry_.windowSamples
                                             ? 0
                                             : (geometry_.fftSamples - geometry_.windowSamples) / 2;
        const std::int64_t start = geometry_.frameStart (frame) + zerosBefore;
        Doubles samples;
        for (int i = 0; i < geometry_.windowSamples; ++i)
        {
            const auto at = paddedIndex (spec.framing == Framing::kaldiEdges ? Padding::symmetric
                                                                             : spec.padding,
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

    double energyAt (const Doubles& samples, int bin) const
    {
        std::complex<double> sum = 0;
        for (std::size_t i = 0; i < samples.size (); ++i)
            sum += samples[i] * roots_[static_cast<std::size_t> (bin) * i % roots_.size ()];
        const double power = std::norm (sum);
        return geometry_.spec.spectrum == Spectrum::power
                   ? power
                   : std::sqrt (power + geometry_.spec.magnitudeEpsilon);
    }

    const MelGeometry& geometry_;
    Doubles window_;
    MelBank bank_;
    std::vector<std::complex<double>> roots_;
};

Doubles prepared (const MelSpec& spec, const std::vector<float>& samples)
{
    Doubles signal (samples.begin (), samples.end ());
    for (double& sample : signal)
        sample *= spec.sampleScale;
    if (spec.preemphasis != 0 && spec.preemphasisScope == PreemphasisScope::signal)
        preemphasise (signal, spec.preemphasis, 0);
    return signal;
}

/** The segment of a row, completed with zeros; in the frames layout the whole signal. */
Doubles unitOf (const MelGeometry& geometry, const Doubles& signal, std::int64_t row)
{
    if (geometry.spec.layout == Layout::frames)
        return signal;
    const auto start = geometry.segmentStart (row), end = start + geometry.spec.shortWindowSamples;
    const auto size = static_cast<std::int64_t> (signal.size ());
    Doubles unit (signal.begin () + std::min (start, size), signal.begin () + std::min (end, size));
    unit.resize (static_cast<std::size_t> (geometry.spec.shortWindowSamples), 0.0);
    return unit;
}

double worstRatio (const Doubles& expected, const float* values, std::int64_t stride)
{
    const double peak = *std::ranges::max_element (expected);
    double worst = 0;
    for (std::size_t band = 0; band < expected.size (); ++band)
    {
        const double difference =
            std::abs (static_cast<double> (values[static_cast<std::int64_t> (band) * stride]) -
                      expected[band]) /
            peak;
        worst = difference >= 0 ? std::max (worst, difference)
                                : std::numeric_limits<double>::infinity ();
    }
    return worst;
}

std::int64_t enoughSamples (const MelGeometry& geometry)
{
    constexpr std::int64_t hops = 40, odd = 17; // so that the last frame is not at a round place
    constexpr std::int64_t mostSamples = 100'000;
    if (geometry.spec.layout == Layout::frames)
        return geometry.leastSamples () + hops * geometry.hopSamples + odd;
    const std::int64_t longs =
        geometry.spec.longWindowSamples + 2 * std::int64_t {geometry.spec.longHopSamples};
    return geometry.spec.padLastSegment ? std::min (longs, mostSamples) : longs;
}

/** How many of the first segment's frames begin inside the signal; what follows are zeros that
    complete it. */
std::int64_t framesInside (const MelGeometry& geometry, std::int64_t samples)
{
    if (! geometry.spec.padLastSegment)
        return std::numeric_limits<std::int64_t>::max ();
    return samples / geometry.hopSamples;
}

} // namespace

int usualRateHz (const MelSpec& spec) noexcept
{
    constexpr int librosaHz = 22050, speechHz = 16000;
    return spec.rateHz.value_or (spec.bankStyle == BankStyle::librosa ? librosaHz : speechHz);
}

Result<BandCheck> checkBands (Backend& backend, const MelSpec& spec, int rateHz)
{
    const MelSpec bandSpec = bandEnergySpec (spec);
    auto geometry = geometryAt (bandSpec, rateHz);
    if (! geometry)
        return geometry.error ();
    const auto samples = makeTestSignal (rateHz, enoughSamples (*geometry));
    auto extracted = extractSamples (backend, bandSpec, rateHz, samples);
    if (! extracted)
        return extracted.error ();
    const auto values = extracted->values ();
    const auto signal = prepared (bandSpec, samples);
    const bool hasSegments = bandSpec.layout == Layout::segments;
    const std::int64_t framesPerRow = hasSegments ? geometry->framesPerSegment : 1;
    const std::int64_t numFrames =
        std::min (extracted->file.numRows * framesPerRow,
                  framesInside (*geometry, extracted->file.signalSamples));

    BandCheck check;
    check.rateHz = rateHz;
    const Definition definition (*geometry);
    for (const std::int64_t index : {std::int64_t {0}, numFrames / 2, numFrames - 1})
    {
        const auto row = index / framesPerRow, frameInRow = index % framesPerRow;
        const auto expected =
            definition.bandsOf (unitOf (*geometry, signal, row), hasSegments ? frameInRow : row);
        const float* const computed = values.data () + row * geometry->rowElements () + frameInRow;
        check.worstRatio =
            std::max (check.worstRatio, worstRatio (expected, computed, framesPerRow));
        ++check.numFrames;
    }
    return check;
}

} // namespace melstrom
