#include "Tests/Support/Mel/BackendTrials.h"

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Mel/SpecSamples.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

/** The preset's rate, or a default for a preset without one. */
int rateFor (const MelSpec& spec)
{
    return spec.rateHz.value_or (16000);
}

std::int64_t samplesFor (const MelSpec& spec)
{
    if (spec.layout == Layout::segments)
        return std::max (40961, spec.longWindowSamples / 10 + 1);
    return 16001;
}

MelSpec presetSpec (const char* name)
{
    const auto preset = findPreset (name);
    if (! preset)
        throw std::runtime_error (preset.error ().message);
    return preset->spec;
}

/** 24 bands, four frames a window, samples scaled to int32 as librosa recommends for PCEN. */
Trial smallLibrosaTrial (const char* name)
{
    Trial trial {name, presetSpec ("librosa"), 16000, broadbandSignal (200000, 9)};
    trial.spec.hop = {64};
    trial.spec.fftSamples = 256;
    trial.spec.window = {256};
    trial.spec.numBands = 24;
    trial.spec.sampleScale = 2147483648.0;
    return trial;
}

Trial dependentTrial (const char* name)
{
    Trial trial {name, presetSpec ("librosa-db"), 16000, broadbandSignal (1300007, 3)};
    trial.spec.hop = {160};
    trial.spec.fftSamples = 400;
    trial.spec.window = {400};
    trial.spec.numBands = 20;
    return trial;
}

std::vector<Trial> makeDependentTrials ()
{
    std::vector<Trial> trials;
    const auto add = [&trials] (const char* name) -> MelSpec&
    { return trials.emplace_back (dependentTrial (name)).spec; };
    add ("top_db with deltas").deltaOrder = 2;
    add ("reference at the maximum").referenceIsMaximum = true;
    add ("dither").ditherAmplitude = 0.001;
    MelSpec& pcen = add ("PCEN");
    pcen.log = LogKind::none;
    pcen.topDb.reset ();
    pcen.pcen = Pcen ();
    MelSpec& perFeature = add ("statistics a feature");
    perFeature.topDb.reset ();
    perFeature.normalisation = Normalisation::perFeature;
    return trials;
}

} // namespace

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
    // Kaldi's pre-emphasis puts low bands of one bin 30 dB deeper below the peak: 2.5 times the
    // rung's difference on a GPU (lhotse). The ladder's next rung would allow ten times as much.
    if (spec.preemphasis > 0 && spec.preemphasisScope == PreemphasisScope::frame)
        tolerance *= 3;
    if (spec.normalisation == Normalisation::perFeature)
        return tolerance * 4; // in ln units the deviation of noise is above 1/4
    if (spec.numCoefficients) // a row of the orthonormal transform sums to sqrt (bands), one of
                              // HTK's to sqrt (2 bands); the lifter adds up to 12 times
        return tolerance * std::sqrt ((spec.dct == DctKind::htk ? 2 : 1) * spec.numBands) *
               (1 + spec.lifter / 2);
    return tolerance;
}

Trial presetTrial (std::size_t presetIndex, unsigned seed)
{
    const MelPreset& preset = builtInPresets ()[presetIndex];
    return {preset.name,
            preset.spec,
            rateFor (preset.spec),
            broadbandSignal (samplesFor (preset.spec), seed),
            1,
            featureTolerance (preset.spec)};
}

Trial transformTrial (int fftSamples)
{
    Trial trial {"fft " + std::to_string (fftSamples),
                 {},
                 8000,
                 broadbandSignal (5 * fftSamples + 3, static_cast<unsigned> (fftSamples))};
    trial.spec.fftSamples = fftSamples;
    trial.spec.window = {static_cast<double> (fftSamples - fftSamples / 5)};
    trial.spec.hop = {static_cast<double> (fftSamples / 3 + 1)};
    trial.spec.numBands = std::max (2, fftSamples / 16);
    trial.spec.padding = Padding::reflect;
    return trial;
}

Trial formatTrial (SampleFormat format, int numChannels, std::optional<int> channel)
{
    return {std::to_string (8 * bytesPerSample (format)) + " bits, " +
                (channel ? "channel " + std::to_string (*channel) : std::string ("mean")) + " of " +
                std::to_string (numChannels),
            presetSpec ("torchaudio"), 16000,
            storedAs (broadbandSignal (3001, 5), format, numChannels, channel)};
}

Trial pcenTrial ()
{
    Trial trial = smallLibrosaTrial ("PCEN over several blocks");
    trial.spec.pcen = Pcen ();
    trial.featureTolerance = 2e-4;
    return trial;
}

Trial deltaTrial ()
{
    Trial trial = smallLibrosaTrial ("deltas of deltas");
    trial.spec.log = LogKind::decibel;
    trial.spec.deltaOrder = 2;
    trial.featureTolerance = 1e-3;
    return trial;
}

Trial filledSegmentsTrial ()
{
    Trial trial {"segments with a completed frame", presetSpec ("leak-fine"), 4096,
                 broadbandSignal (4777, 17)};
    trial.spec.padToSamples.reset ();
    trial.spec.hop = {15, Length::Unit::samples}; // 512 samples are 64 + 29.9 hops
    trial.spec.fillLastFrame = true;
    trial.spec.log = LogKind::none;
    return trial;
}

Trial blindBankTrial (Spectrum spectrum, double preemphasis)
{
    constexpr int rateHz = 768000;
    Trial trial {"VGGish at 768 kHz, pre-emphasis " + std::to_string (preemphasis),
                 presetSpec ("vggish"), rateHz, broadbandSignal (20001, 13)};
    trial.spec.rateHz = rateHz;
    trial.spec.spectrum = spectrum;
    trial.spec.preemphasis = preemphasis;
    trial.hasAnyBank = true;
    return trial;
}

std::optional<Trial> randomTrial (int index, std::mt19937& random)
{
    const auto& presets = builtInPresets ();
    MelSpec spec = mutatedSpec (presets[random () % presets.size ()].spec, random);
    spec.ditherAmplitude = 0;
    spec.channels = ChannelMode::mean;
    const int rateHz = spec.rateHz.value_or (8000 + static_cast<int> (random () % 9000));
    const auto geometry = geometryAt (spec, rateHz);
    if (! geometry || geometry->fftSamples > 8192 || geometry->numBands > 512)
        return std::nullopt;
    const std::int64_t samples = std::min<std::int64_t> (
        40000, geometry->leastSamples () + static_cast<std::int64_t> (random () % 5000));
    const std::int64_t transforms =
        geometry->numRows (samples) * std::max (1, geometry->framesPerSegment);
    if (transforms < 1 || transforms * geometry->fftSamples > 1000000) // the reference is slow
        return std::nullopt;
    return Trial {.name = "seed " + std::to_string (kRandomTrialSeed) + ", trial " +
                          std::to_string (index) + ", " + std::to_string (rateHz) + " Hz, " +
                          std::to_string (samples) + " samples:\n" + toToml (spec),
                  .spec = spec,
                  .rateHz = rateHz,
                  .signal = broadbandSignal (samples, static_cast<unsigned> (index)),
                  .hasAnyBank = true};
}

Trial longPresetTrial (std::size_t presetIndex)
{
    const MelPreset& preset = builtInPresets ()[presetIndex];
    const bool isItem = preset.spec.longWindowSamples > 100000;
    return {preset.name, preset.spec, rateFor (preset.spec),
            broadbandSignal (isItem ? 3 * preset.spec.longHopSamples - 77 : 700001, 3)};
}

const std::vector<Trial>& dependentTrials ()
{
    static const std::vector<Trial> trials = makeDependentTrials ();
    return trials;
}

} // namespace melstrom::testing
