// The specs that can be streamed, and the steps of a spec that the display leaves out.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StreamRuns.h"

#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("what depends on the whole signal is refused by name", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    const auto complaint = [&] (const char* preset, const std::string& setting)
    {
        MelSpec spec = findPreset (preset)->spec;
        if (! setting.empty ())
            REQUIRE (applySetting (spec, setting));
        CHECK_FALSE (MelStream::isStreamable (spec));
        CHECK (MelStream::isStreamable (MelStream::streamable (spec, false)));
        const auto stream = MelStream::make (**backend, spec, 16000);
        REQUIRE_FALSE (stream.ok ());
        CHECK (stream.error ().code == ErrorCode::badSpec);
        return stream.error ().message;
    };
    CHECK (complaint ("librosa-db", "").starts_with ("top_db = 80: "));
    CHECK (complaint ("whisper-openai-80", "").starts_with ("normalisation = \"whisper\": "));
    CHECK (complaint ("nemo-80", "").starts_with ("normalisation = \"per-feature\": "));
    CHECK (complaint ("librosa", "pcen=true").starts_with ("pcen = true: "));
    MelSpec spec = findPreset ("librosa-db")->spec;
    spec.topDb.reset ();
    spec.referenceIsMaximum = true;
    CHECK (MelStream::make (**backend, spec, 16000)
               .error ()
               .message.starts_with ("reference = \"max\": "));
}

TEST_CASE ("a maximum of one segment can be streamed", "[stream]")
{
    CHECK (MelStream::isStreamable (findPreset ("whisper-hf-80")->spec));
    CHECK (MelStream::streamable (findPreset ("whisper-hf-80")->spec, false) ==
           findPreset ("whisper-hf-80")->spec);
}

TEST_CASE ("a streamable spec stays as it is", "[stream]")
{
    for (const MelPreset& preset : builtInPresets ())
    {
        INFO (preset.name);
        const auto changed = MelStream::streamable (preset.spec, false);
        CHECK (changed.validate ().ok ());
        CHECK ((changed == preset.spec) == MelStream::isStreamable (preset.spec));
    }
}

TEST_CASE ("what a screen shows is ten or twenty log10 of the bands for every preset", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    for (const MelPreset& preset : builtInPresets ())
    {
        INFO (preset.name);
        const int rateHz = preset.spec.rateHz.value_or (16000);
        const auto shown = MelStream::streamable (preset.spec, true);
        CHECK (shown.validate ().ok ());
        MelSpec plain = shown;
        plain.log = LogKind::none;
        plain.magnitudeEpsilon = 0;
        const auto samples = uniformNoise (8000, 14);
        const auto levels = extractSamples (**backend, shown, rateHz, samples)->values ();
        const auto bands = extractSamples (**backend, plain, rateHz, samples);
        CHECK (bands->geometry.rowElements () == preset.spec.numBands);
        const bool isPower = shown.spectrum == Spectrum::power;
        // Full scale is 0 dB; only Kaldi's presets scale samples.
        const double scale = preset.spec.sampleScale, decade = isPower ? 10 : 20;
        const auto values = bands->values ();
        REQUIRE (values.size () == levels.size ());
        double worst = 0;
        for (std::size_t i = 0; i < values.size (); ++i)
        {
            const double ratio = values[i] / (isPower ? scale * scale : scale);
            const double level = std::max (decade * std::log10 (std::max (ratio, 1e-30)), -120.0);
            worst = std::max (worst, std::abs (levels[i] - level));
        }
        CHECK (worst < 2e-3);
    }
}
