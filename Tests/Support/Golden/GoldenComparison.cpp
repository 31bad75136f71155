#include "Tests/Reference/ReferenceFeatures.h"
#include "Tests/Reference/ReferenceMel.h"
#include "Tests/Support/Golden/GoldenCases.h"
#include "Tests/Support/NpyArray.h"
#include "Tests/Support/TestData.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

namespace melstrom::testing
{

namespace
{

constexpr double kGoldenFactor = 10;
constexpr double kWhisperUnits = 1e-4;

/** Tolerances of natural logarithms. Measured errors of torchaudio against double: 1.0e-4 within 40
    dB of the peak, but 1.9e-4 in bands of one bin (its bank subtracts mels in float32); 1.6e-4
    within 60 dB; 1e-2 below (its FFT). Twice the near tolerance between 40 and 60 dB leaves room
    for the engine's float32 FFT. */
constexpr double kKaldiNear = 2.5e-4, kKaldiMiddle = 5e-4, kKaldiFar = 5e-2;
constexpr double kKaldiNearDb = 40, kKaldiMiddleDb = 60;
constexpr double kKaldiLogEnergy = 1e-4;

/** (frames, features). A golden may hold only the first frames. */
struct FrameTable
{
    std::vector<double> values;
    std::size_t numFeatures = 0;

    std::size_t numFrames () const { return values.size () / numFeatures; }
};

/** (units, features, frames) -> (units x the first `keep` frames, features) */
FrameTable turned (const std::vector<double>& values, std::size_t features, std::size_t frames,
                   std::size_t keep)
{
    FrameTable table {{}, features};
    for (std::size_t unit = 0; unit < values.size () / (features * frames); ++unit)
        for (std::size_t t = 0; t < std::min (keep, frames); ++t)
            for (std::size_t feature = 0; feature < features; ++feature)
                table.values.push_back (values[(unit * features + feature) * frames + t]);
    return table;
}

FrameTable goldenTable (const GoldenCase& golden, const NpyArray& array)
{
    const auto extent = [&] (std::size_t axis)
    { return static_cast<std::size_t> (array.shape.at (axis)); };
    if (golden.axes == GoldenAxes::frameFeature)
        return {array.values, extent (1)};
    if (golden.axes == GoldenAxes::featureFrame)
        return turned (array.values, extent (0), extent (1), extent (1));
    return turned (array.values, extent (1), extent (2), extent (2));
}

/** The computed values in the golden's order. Of a padded Whisper item, only the frames that the
    file holds. */
FrameTable valueTable (const GoldenCase& golden, const std::vector<double>& values,
                       const NpyArray& array, const FrameTable& expected)
{
    const std::size_t features = expected.numFeatures;
    if (golden.spec.layout == Layout::frames)
    {
        FrameTable table {values, features};
        table.values.resize (values.size () -
                             static_cast<std::size_t> (golden.framesLeftOut) * features);
        return table;
    }
    if (golden.axes == GoldenAxes::segmentFeatureFrame)
    {
        const auto frames = static_cast<std::size_t> (array.shape.at (2));
        return turned (values, features, frames, frames);
    }
    return turned (values, features, values.size () / features, expected.numFrames ());
}

std::vector<double> energiesOf (const std::vector<double>& values, double unitsPerDecade,
                                double quietest)
{
    std::vector<double> energies;
    for (double value : values)
    {
        const double energy = unitsPerDecade == 0 ? value : std::pow (10.0, value / unitsPerDecade);
        energies.push_back (energy < quietest ? quietest : energy); // a NaN stays one
    }
    return energies;
}

Agreement compareLadder (const GoldenCase& golden, const FrameTable& expected,
                         const FrameTable& tested)
{
    const LadderTerms terms {.numBands = static_cast<int> (expected.numFeatures),
                             .decibelsPerDecade =
                                 golden.spec.spectrum == Spectrum::power ? 10.0 : 20.0,
                             .factor = kGoldenFactor};
    return compareEnergies (
        energiesOf (expected.values, golden.goldenUnitsPerDecade, golden.quietest),
        energiesOf (tested.values, golden.valueUnitsPerDecade, golden.quietest), terms);
}

void measure (const FrameTable& expected, const std::vector<double>& tested, std::size_t index,
              double allowed, AgreementMeter& meter)
{
    const double error = std::abs (tested[index] - expected.values[index]);
    if (! meter.isWorse (error, allowed))
        return;
    std::ostringstream text;
    text.precision (9);
    text << "frame " << index / expected.numFeatures << " feature " << index % expected.numFeatures
         << ": " << tested[index] << " instead of " << expected.values[index] << ", " << allowed
         << " allowed";
    meter.describe (text.str ());
}

/** Tolerances of one frame's natural logarithms. */
std::vector<double> kaldiTolerances (const double* logs, std::size_t numBands)
{
    const double peak = *std::max_element (logs, logs + numBands);
    std::vector<double> tolerances;
    for (std::size_t band = 0; band < numBands; ++band)
    {
        const double depthDb = 10 / std::numbers::ln10 * (peak - logs[band]);
        const double beyondNear = depthDb < kKaldiMiddleDb ? kKaldiMiddle : kKaldiFar;
        tolerances.push_back (depthDb < kKaldiNearDb ? kKaldiNear : beyondNear);
    }
    return tolerances;
}

/** The log energy, if present, is the first feature and has the near tolerance. */
Agreement compareKaldiLogs (const GoldenCase& golden, const FrameTable& expected,
                            const FrameTable& tested)
{
    const std::size_t numFirst = golden.spec.useEnergy ? 1 : 0;
    AgreementMeter meter;
    for (std::size_t first = 0; first < expected.values.size (); first += expected.numFeatures)
    {
        if (numFirst == 1)
            measure (expected, tested.values, first, kKaldiLogEnergy, meter);
        const std::size_t numBands = expected.numFeatures - numFirst;
        const auto tolerances = kaldiTolerances (&expected.values[first + numFirst], numBands);
        for (std::size_t band = 0; band < numBands; ++band)
            measure (expected, tested.values, first + numFirst + band, tolerances[band], meter);
    }
    return meter.result ();
}

/** A coefficient is a sum over bands with independent errors: the squares of their tolerances
    add. */
Agreement compareKaldiCepstra (const GoldenCase& golden, const FrameTable& expected,
                               const FrameTable& tested)
{
    MelSpec bandSpec = golden.spec;
    bandSpec.numCoefficients.reset ();
    bandSpec.useEnergy = false;
    const WavSamples wav = goldenInput (golden);
    const auto bands = referenceMel (bandSpec, wav.rateHz, wav.mean);
    const auto numBands = static_cast<std::size_t> (bandSpec.numBands);
    const Matrix dct = referenceDct (*golden.spec.numCoefficients, bandSpec.numBands);

    AgreementMeter meter;
    for (std::size_t frame = 0; frame < expected.numFrames (); ++frame)
    {
        const auto tolerances = kaldiTolerances (&bands.values.at (frame * numBands), numBands);
        for (std::int64_t k = 0; k < dct.rows; ++k)
        {
            double squares = 0;
            for (std::int64_t n = 0; n < dct.columns; ++n)
                squares += std::pow (dct.at (k, n) * tolerances[static_cast<std::size_t> (n)], 2);
            const double lifter = golden.spec.lifter;
            const double lift =
                1 + lifter / 2 * std::sin (std::numbers::pi * static_cast<double> (k) / lifter);
            const double allowed = std::sqrt (squares) * lift;
            measure (expected, tested.values,
                     frame * expected.numFeatures + static_cast<std::size_t> (k), allowed, meter);
        }
    }
    return meter.result ();
}

/** Logarithms before an affine normalisation. */
FrameTable withoutAffine (const MelSpec& spec, FrameTable table)
{
    if (spec.normalisation == Normalisation::affine)
        for (double& value : table.values)
            value = value * spec.affineDivisor + spec.affineMean;
    return table;
}

} // namespace

std::filesystem::path goldenFolder ()
{
    return std::filesystem::path (testDataFolder ()) / "Golden";
}

WavSamples goldenInput (const GoldenCase& golden)
{
    WavSamples wav = readWav (goldenFolder () / "inputs" / (golden.input + ".wav"));
    if (golden.spec.difference > 0) // a step before the signal, in float32 as the tools take it
    {
        const auto factor = static_cast<float> (golden.spec.difference);
        for (std::size_t i = 0; i + 1 < wav.mean.size (); ++i)
            wav.mean[i] =
                static_cast<float> (wav.mean[i + 1]) - factor * static_cast<float> (wav.mean[i]);
        wav.mean.pop_back ();
    }
    return wav;
}

Agreement compareWithGolden (const GoldenCase& golden, const std::vector<double>& values)
{
    const NpyArray array =
        readNpy (goldenFolder () / "expected" / golden.input / (golden.name + ".npy"));
    const FrameTable expected = withoutAffine (golden.spec, goldenTable (golden, array));
    const FrameTable tested =
        withoutAffine (golden.spec, valueTable (golden, values, array, expected));
    if (tested.values.size () != expected.values.size ())
        return AgreementMeter::failure (
            golden.name + " holds " + std::to_string (expected.values.size ()) +
            " values, ours has " + std::to_string (tested.values.size ()));
    switch (golden.rule)
    {
        case GoldenRule::ladder: return compareLadder (golden, expected, tested);
        case GoldenRule::whisperUnits:
            return compareFlat (expected.values, tested.values, kWhisperUnits);
        case GoldenRule::kaldiLogs: return compareKaldiLogs (golden, expected, tested);
        case GoldenRule::kaldiCepstra: return compareKaldiCepstra (golden, expected, tested);
        case GoldenRule::flat:
            return compareFlat (expected.values, tested.values, golden.flatTolerance);
    }
    return AgreementMeter::failure (golden.name + " has no rule");
}

Agreement compareWithGolden (const GoldenBank& golden, const std::vector<double>& weights)
{
    const NpyArray array =
        readNpy (goldenFolder () / "expected" / "banks" / (golden.name + ".npy"));
    const auto bins = static_cast<std::size_t> (array.shape.at (0));
    const auto bands = static_cast<std::size_t> (array.shape.at (1));
    const FrameTable expected = turned (array.values, bins, bands, bands);
    if (weights.size () != expected.values.size ())
        return AgreementMeter::failure (golden.name + " holds " +
                                        std::to_string (expected.values.size ()) +
                                        " weights, ours has " + std::to_string (weights.size ()));
    AgreementMeter meter;
    for (std::size_t i = 0; i < weights.size (); ++i)
    {
        const double allowed =
            golden.relativeTolerance * expected.values[i] + golden.absoluteTolerance;
        measure (expected, weights, i, allowed, meter);
    }
    return meter.result ();
}

} // namespace melstrom::testing
