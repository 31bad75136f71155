#include "Engine/Backend/BackendChoice.h"
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Dsp/Mel/BandLevels.h"
#include "Engine/Live/Tap/MelStream.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

using namespace melstrom;

namespace
{

constexpr int kRateHz = 16000;

/** The spec as a tap computes it, at the rate of its input. */
MelSpec shown (const MelSpec& spec)
{
    MelSpec bands = MelStream::streamable (spec, true);
    bands.rateHz.reset ();
    return bands;
}

/** The loudest band of any frame in dB, over full-scale sines times `gain` at each bin of the
    transform in turn. */
float loudestSine (const MelSpec& spec, float gain)
{
    const int rateHz = std::max (kRateHz, static_cast<int> (2 * spec.highestHz.value_or (0)));
    const auto geometry = *geometryAt (spec, rateHz);
    const BandLevels levels (geometry, makeMelBank (geometry));
    auto backend = *openBackend ({BackendChoice::Kind::cpu, 0, 1, {}, {}});
    float most = BandLevels::kSilenceDb;
    // A bin beside a band's peak costs twice as many dB of a magnitude.
    const int numTested = spec.spectrum == Spectrum::power ? 80 : 400;
    for (int bin = 1; bin < geometry.numBins - 1; bin += std::max (1, geometry.numBins / numTested))
    {
        std::vector<float> samples (static_cast<std::size_t> (4 * geometry.fftSamples));
        for (std::size_t n = 0; n < samples.size (); ++n)
            samples[n] = gain * static_cast<float> (
                                    std::sin (2 * std::numbers::pi * bin * static_cast<double> (n) /
                                              geometry.fftSamples));
        const auto rows = *extractSamples (*backend, spec, rateHz, samples);
        const auto values = rows.values ();
        // Only frames wholly inside: at its ends a sine is also a click.
        const auto skipped =
            static_cast<std::int64_t> (geometry.fftSamples / geometry.hopSamples + 1);
        for (auto n = skipped * geometry.numBands;
             n < (rows.file.numRows - skipped) * geometry.numBands; ++n)
            most = std::max (most, levels.decibels (values[static_cast<std::size_t> (n)]));
    }
    return most;
}

} // namespace

TEST_CASE ("a sine of full scale is 0 dB in the band that answers most of every preset",
           "[spectrogram]")
{
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
        {
            INFO (preset.name);
            // The tested bins may miss the bin with the highest response.
            const float loudest = loudestSine (shown (preset.spec), 1);
            CHECK (loudest < 0.001f);
            CHECK (loudest > -1);
        }
}

TEST_CASE ("a tenth of the amplitude is 20 dB less of powers and of magnitudes", "[spectrogram]")
{
    for (const char* name : {"librosa", "kaldi-fbank", "hifigan-22k", "whisper-openai-80"})
    {
        INFO (name);
        const auto spec = shown (findPreset (name)->spec);
        CHECK (loudestSine (spec, 0.1f) - loudestSine (spec, 1) == Approx (-20).margin (0.01));
    }
}

TEST_CASE ("what is no number is silence", "[spectrogram]")
{
    const auto geometry = *geometryAt (shown (findPreset ("librosa-db")->spec), kRateHz);
    const BandLevels levels (geometry, makeMelBank (geometry));
    CHECK (levels.decibels (std::numeric_limits<float>::quiet_NaN ()) == BandLevels::kSilenceDb);
    CHECK (levels.decibels (-std::numeric_limits<float>::infinity ()) == BandLevels::kSilenceDb);
}
