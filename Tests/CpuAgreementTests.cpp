// The CPU backend against the float64 reference and against the goldens.
#include "Engine/Spec/MelSpecToml.h"
#include "Tests/GoldenCases.h"
#include "Tests/Reference/ReferenceBank.h"
#include "Tests/Reference/ReferenceMel.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/CpuFeatures.h"
#include "Tests/Support/SpecSamples.h"

#include <algorithm>
#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
Backend& cpu ()
{
    static auto backend = makeCpuBackend (2);
    return **backend;
}

/** A rate at which a preset without one is tried. */
int rateFor (const MelSpec& spec)
{
    return spec.rateHz.value_or (16000);
}

/** Long enough for a row of every preset, odd, and over one block of statistics. */
std::int64_t samplesFor (const MelSpec& spec)
{
    if (spec.layout == Layout::segments)
        return std::max (40961, spec.longWindowSamples / 10 + 1);
    return 16001;
}

Agreement energiesAgree (const MelSpec& spec, int rateHz, const TestSignal& signal,
                         double factor = 1)
{
    const MelSpec linear = energiesOnly (spec);
    const auto geometry = geometryAt (linear, rateHz);
    const auto reference = referenceMel (linear, rateHz, signal.mono);
    const auto values = framesFirst (
        valuesOf (computeWhole (cpu (), linear, rateHz, signal), StoredType::float32), *geometry);
    const double decade = spec.spectrum == Spectrum::power ? 10 : 20;
    return compareEnergies (reference.energies, values, {geometry->numBands, decade, factor});
}

/** What a band may be off after everything, in the feature's own units, where no band lies 60 dB
   below its frame's peak: 1e-3 dB of the logarithm, carried through what follows it. */
double featureTolerance (const MelSpec& spec)
{
    double tolerance = 0;
    switch (spec.log)
    {
        case LogKind::none: return 0;
        case LogKind::log10: tolerance = 1e-4; break;
        case LogKind::ln: tolerance = 2.3e-4; break;
        case LogKind::decibel: tolerance = 1e-3; break;
    }
    if (spec.normalisation == Normalisation::perFeature)
        return tolerance * 4; // a deviation of noise in ln units is above 1/4
    if (spec.numCoefficients) // a row of the orthonormal transform sums to sqrt (bands), the lifter
                              // adds up to 12 times
        return tolerance * std::sqrt (spec.numBands) * (1 + spec.lifter / 2);
    return tolerance;
}
} // namespace

TEST_CASE ("band energies of every preset agree with the reference", "[cpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const MelPreset& preset = builtInPresets ()[index];
    const TestSignal signal =
        broadbandSignal (samplesFor (preset.spec), 1 + static_cast<unsigned> (index));
    const Agreement agreement = energiesAgree (preset.spec, rateFor (preset.spec), signal);
    INFO (preset.name << ": " << agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("finished features of every preset agree with the reference", "[cpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    MelSpec spec = builtInPresets ()[index].spec;
    spec.storedType = StoredType::float32;
    if (featureTolerance (spec) == 0)
        return; // linear presets end with their energies: the case above
    const TestSignal signal =
        broadbandSignal (samplesFor (spec), 100 + static_cast<unsigned> (index));
    const auto reference = referenceMel (spec, rateFor (spec), signal.mono);
    const auto values =
        valuesOf (computeWhole (cpu (), spec, rateFor (spec), signal), StoredType::float32);
    const Agreement agreement = compareFlat (reference.values, values, featureTolerance (spec));
    INFO (builtInPresets ()[index].name << ": " << agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("every golden agrees with the CPU backend", "[cpu][golden]")
{
    const auto index = GENERATE (range (std::size_t {0}, goldenCases ().size ()));
    const GoldenCase& golden = goldenCases ()[index];
    const WavSamples wav = goldenInput (golden);
    MelSpec spec = golden.spec;
    spec.storedType = StoredType::float32;
    std::vector<float> samples (wav.mean.begin (), wav.mean.end ());
    TestSignal signal;
    signal.format = SampleFormat::float32;
    signal.numSamples = static_cast<std::int64_t> (samples.size ());
    signal.bytes.resize (samples.size () * 4);
    std::copy_n (reinterpret_cast<const std::byte*> (samples.data ()), signal.bytes.size (),
                 signal.bytes.begin ());
    const auto values =
        valuesOf (computeWhole (cpu (), spec, wav.rateHz, signal), StoredType::float32);
    const Agreement agreement = compareWithGolden (golden, values);
    INFO (golden.name << ", " << golden.variant << ": " << agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("transforms of every size from 4 to 130, and odd larger ones, agree with the reference",
           "[cpu][agreement]")
{
    const auto fft = GENERATE (
        range (4, 131), values ({223, 400, 441, 511, 600, 998, 1022, 1200, 1536, 2000, 4096}));
    MelSpec spec;
    spec.fftSamples = fft;
    spec.window = {static_cast<double> (fft - fft / 5)};
    spec.hop = {static_cast<double> (fft / 3 + 1)};
    spec.numBands = std::max (2, fft / 16);
    spec.padding = Padding::reflect;
    const Agreement agreement =
        energiesAgree (spec, 8000, broadbandSignal (5 * fft + 3, static_cast<unsigned> (fft)));
    INFO ("fft " << fft << ": " << agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("specs changed at random agree with the reference", "[cpu][agreement]")
{
    constexpr unsigned kSeed = 20240611;
    std::mt19937 random (kSeed);
    int compared = 0;
    for (int trial = 0; trial < 300; ++trial)
    {
        const auto& presets = builtInPresets ();
        MelSpec spec = mutatedSpec (presets[random () % presets.size ()].spec, random);
        spec.ditherAmplitude = 0;
        spec.channels = ChannelMode::mean;
        const int rateHz = spec.rateHz.value_or (8000 + static_cast<int> (random () % 9000));
        const auto geometry = geometryAt (spec, rateHz);
        if (! geometry || geometry->fftSamples > 8192 || geometry->numBands > 512)
            continue;
        const std::int64_t samples = std::min<std::int64_t> (
            40000, geometry->leastSamples () + static_cast<std::int64_t> (random () % 5000));
        const std::int64_t transforms =
            geometry->numRows (samples) * std::max (1, geometry->framesPerSegment);
        if (transforms < 1 || transforms * geometry->fftSamples > 1000000) // the reference is slow
            continue;
        // A norm that weighs narrow bands high makes the rounding of a loud bin count for more than
        // the frame's peak band says.
        const Agreement agreement = energiesAgree (
            spec, rateHz, broadbandSignal (samples, static_cast<unsigned> (trial)), 3);
        INFO ("seed " << kSeed << ", trial " << trial << ", " << rateHz << " Hz, " << samples
                      << " samples: " << agreement.where << "\n"
                      << toToml (spec));
        CHECK (agreement.ok);
        ++compared;
    }
    CHECK (compared > 100);
}

TEST_CASE ("every sample format and channel choice means the same", "[cpu][agreement]")
{
    const auto format = GENERATE (values (
        {SampleFormat::int16, SampleFormat::int24, SampleFormat::int32, SampleFormat::float32}));
    const auto channels = GENERATE (values ({1, 2, 3, 8}));
    const auto channel = GENERATE (values ({-1, 0, 1}));
    if (channel >= channels)
        return;
    const auto preset = findPreset ("torchaudio");
    const TestSignal signal = storedAs (broadbandSignal (3001, 5), format, channels, channel);
    const Agreement agreement = energiesAgree (preset->spec, 16000, signal);
    INFO (agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("PCEN and deltas agree with the reference", "[cpu][agreement]")
{
    MelSpec spec = findPreset ("librosa")->spec;
    spec.hop = {64};
    spec.window = spec.fftSamples ? spec.window : Length {256};
    spec.fftSamples = 256;
    spec.window = {256};
    spec.numBands = 24;
    spec.sampleScale = 2147483648.0; // librosa's advice for PCEN: samples of the size of int32
    const TestSignal signal = broadbandSignal (200000, 9);
    SECTION ("PCEN over several blocks")
    {
        spec.pcen = Pcen ();
        const auto reference = referenceMel (spec, 16000, signal.mono);
        const auto values =
            valuesOf (computeWhole (cpu (), spec, 16000, signal), StoredType::float32);
        const Agreement agreement = compareFlat (reference.values, values, 2e-4);
        INFO (agreement.where);
        CHECK (agreement.ok);
    }
    SECTION ("deltas of deltas")
    {
        spec.log = LogKind::decibel;
        spec.deltaOrder = 2;
        const auto reference = referenceMel (spec, 16000, signal.mono);
        const auto values =
            valuesOf (computeWhole (cpu (), spec, 16000, signal), StoredType::float32);
        const Agreement agreement = compareFlat (reference.values, values, 1e-3);
        INFO (agreement.where);
        CHECK (agreement.ok);
    }
}
