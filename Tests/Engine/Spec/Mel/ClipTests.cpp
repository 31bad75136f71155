// Clips and padded files: their samples, and features of exactly these samples.
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Mel/SignalClip.h"
#include "Tests/Reference/ReferenceClip.h"
#include "Tests/Reference/ReferenceMel.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Golden/Ladder.h"

#include <numeric>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
MelSpec specWith (const std::string& preset, const std::vector<std::string>& settings)
{
    MelSpec spec = findPreset (preset)->spec;
    for (const auto& setting : settings)
        REQUIRE (applySetting (spec, setting));
    return spec;
}

/** The samples of a mono int16 chirpWav. */
std::vector<double> samplesOf (const std::string& wav)
{
    constexpr std::size_t headerBytes = 44;
    std::vector<double> samples;
    for (std::size_t at = headerBytes; at + 1 < wav.size (); at += 2)
    {
        const auto low = static_cast<unsigned char> (wav[at]);
        const auto high = static_cast<signed char> (wav[at + 1]);
        samples.push_back ((high * 256 + low) / 32768.0);
    }
    return samples;
}
} // namespace

TEST_CASE ("a clip is the stretch that the spec names", "[clip]")
{
    const auto clip = [] (const std::vector<std::string>& settings, std::int64_t samples)
    { return clipOf (specWith ("torchaudio", settings), 16000, samples); };
    const auto is = [] (const SignalClip& c, std::int64_t first, std::int64_t taken,
                        std::int64_t all, bool repeats)
    {
        return c.firstSample == first && c.takenSamples == taken && c.numSamples == all &&
               c.repeats == repeats;
    };
    CHECK (is (clip ({}, 12345), 0, 12345, 12345, false));
    CHECK (is (clip ({"clip_ms=25"}, 1001), 0, 400, 400, false));
    CHECK (is (clip ({"clip_ms=25", "clip_from=centre"}, 1001), 300, 400, 400, false));
    CHECK (is (clip ({"clip_ms=25", "clip_from=end"}, 1001), 601, 400, 400, false));
    CHECK (is (clip ({"clip_ms=25", "clip_from=end"}, 400), 0, 400, 400, false));
    CHECK (is (clip ({"clip_ms=25", "clip_from=end"}, 399), 0, 399, 400, false));
    CHECK (is (clip ({"clip_ms=25", "clip_pad=repeat"}, 150), 0, 150, 400, true));
    CHECK (is (clip ({"clip_ms=25", "clip_pad=repeat"}, 400), 0, 400, 400, false));
    CHECK (is (clip ({"clip_ms=25", "clip_pad=none"}, 150), 0, 150, 150, false));
    CHECK (is (clip ({"pad_to_samples=500"}, 150), 0, 150, 500, false));
    CHECK (is (clip ({"pad_to_samples=500"}, 501), 0, 501, 501, false));
    // clip_ms alone decides the length.
    CHECK (is (clip ({"pad_to_samples=500", "clip_ms=25"}, 150), 0, 150, 400, false));
    // An empty file stays empty.
    for (const auto* setting : {"clip_ms=25", "pad_to_samples=500"})
        CHECK (is (clip ({setting, "clip_pad=repeat"}, 0), 0, 0, 0, false));
}

TEST_CASE ("clips agree with the reference sample by sample", "[clip]")
{
    for (const std::string from : {"start", "centre", "end"})
        for (const std::string pad : {"zero", "repeat", "none"})
            for (const auto& length : {std::string ("clip_ms=1.25"), std::string ("clip_ms=0.0626"),
                                       std::string ("pad_to_samples=17")})
                for (std::size_t samples = 0; samples < 70; ++samples)
                {
                    const auto spec =
                        specWith ("torchaudio", {length, "clip_from=" + from, "clip_pad=" + pad});
                    INFO (length << ", " << from << ", " << pad << ", " << samples);
                    std::vector<double> whole (samples);
                    std::iota (whole.begin (), whole.end (), 1.0);
                    const auto clip = clipOf (spec, 16000, static_cast<std::int64_t> (samples));
                    std::vector<double> signal;
                    for (std::int64_t i = 0; i < clip.numSamples; ++i)
                    {
                        const auto place = clip.repeats ? i % clip.takenSamples : i;
                        const auto at = static_cast<std::size_t> (clip.firstSample + place);
                        signal.push_back (place < clip.takenSamples ? whole.at (at) : 0);
                    }
                    REQUIRE (signal == referenceClip (spec, 16000, whole));
                }
}

TEST_CASE ("features of a clip are the reference's, of the clip's samples", "[clip][agreement]")
{
    const auto backend = makeCpuBackend (1);
    const auto numSamples = GENERATE (values<std::int64_t> ({3000, 9000}));
    const auto wav = chirpWav (16000, numSamples, 5);
    MemoryStorage storage;
    storage.addFile ("a.wav", wav);
    for (const auto& settings : std::vector<std::vector<std::string>> {
             {"clip_ms=300"},
             {"clip_ms=300.03", "clip_from=centre"},
             {"clip_ms=300", "clip_from=end"},
             {"clip_ms=300", "clip_pad=repeat"},
             {"clip_ms=300", "clip_pad=none"},
             {"clip_ms=300", "preemphasis=0.97", "clip_from=end"},
             {"pad_to_samples=5000"}})
    {
        const auto spec = specWith ("torchaudio", settings);
        INFO (settings[0] << ' ' << settings.back () << ", " << numSamples);
        const auto extracted = extractFile (storage, **backend, spec, "a.wav", {});
        REQUIRE (failureOf (extracted) == "");
        const auto reference =
            referenceMel (spec, 16000, referenceClip (spec, 16000, samplesOf (wav)));
        const auto values = extracted->values ();
        REQUIRE (values.size () == reference.energies.size ());
        const auto agreement =
            compareEnergies (reference.energies,
                             std::vector<double> (values.begin (), values.end ()), {spec.numBands});
        INFO (agreement.where);
        CHECK (agreement.ok);
    }
}

TEST_CASE ("a clip without a sample at its rate is refused", "[clip]")
{
    const auto spec = specWith ("torchaudio", {"clip_ms=0.05"});
    CHECK (geometryAt (spec, 48000).ok ());
    const auto none = geometryAt (spec, 16000);
    REQUIRE_FALSE (none.ok ());
    CHECK (none.error ().code == ErrorCode::badSpec);
    CHECK (none.error ().message.starts_with ("clip_ms = 0.05: 0 samples at 16000 Hz"));
}

TEST_CASE ("specs without clips keep their hashes; a clip changes them", "[clip]")
{
    // Hashes of the presets before they named a resampler, which a spec leaves out by default.
    const auto formerHash = [] (const char* preset)
    {
        auto spec = findPreset (preset)->spec;
        spec.resampler = ResamplerKind::soxrVhq;
        spec.loader = Loader::plain;
        return specHash (spec);
    };
    CHECK (formerHash ("whisper-openai-80") == "e8b7c1a9e1a4c5d7");
    CHECK (formerHash ("librosa-db") == "ecd91633d9478653");
    CHECK (formerHash ("kaldi-fbank") == "8a87029dbb45581c");
    CHECK (specHash (findPreset ("whisper-openai-80")->spec) != "e8b7c1a9e1a4c5d7");
    std::vector<std::string> hashes {formerHash ("torchaudio")};
    CHECK (hashes[0] == "47fb8e49e84aa514");
    for (const auto& settings :
         std::vector<std::vector<std::string>> {{"clip_ms=300"},
                                                {"clip_ms=300", "clip_from=end"},
                                                {"clip_ms=300", "clip_pad=none"},
                                                {"pad_to_samples=300"}})
    {
        const auto hash = specHash (specWith ("torchaudio", settings));
        CHECK (std::count (hashes.begin (), hashes.end (), hash) == 0);
        hashes.push_back (hash);
    }
}
