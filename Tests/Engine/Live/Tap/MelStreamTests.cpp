// A stream's rows against those of the whole signal, bit for bit.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/GpuEmulation.h"
#include "Tests/Support/Live/StreamRuns.h"
#include "Tests/Support/Mel/SpecSamples.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::int64_t samplesFor (const MelSpec& spec)
{
    return spec.longWindowSamples > 100000 && spec.layout == Layout::segments
               ? 2 * spec.longHopSamples + 7777
               : 20011;
}

void checkStream (Backend& backend, const MelSpec& spec, int rateHz, unsigned seed)
{
    const auto samples = uniformNoise (samplesFor (spec), seed);
    const auto whole = wholeRows (backend, spec, rateHz, samples);
    REQUIRE_FALSE (whole.empty ());
    const auto stream = makeStream (backend, spec, rateHz);
    for (const int piece : {7, 64, 4096})
        CHECK (streamed (*stream, samples, fixedCut (piece)) == whole);
    for (unsigned i = 0; i < 3; ++i)
        CHECK (streamed (*stream, samples, randomCut (seed + i)) == whole);
}
} // namespace

TEST_CASE ("a stream of every preset has the rows of the whole signal", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const MelPreset& preset = builtInPresets ()[index];
    const bool isItem = preset.spec.longWindowSamples > 100000; // one row is half a minute of audio
    for (const int rateHz : {preset.spec.rateHz.value_or (16000), 22050, 48000})
    {
        INFO (preset.name << " at " << rateHz << " Hz");
        if (rateHz < 2 * preset.spec.highestHz.value_or (0))
            continue; // the highest band is above Nyquist
        if (! isItem || rateHz == 16000)
            checkStream (**backend, MelStream::streamable (preset.spec, false), rateHz, 1);
        checkStream (**backend, MelStream::streamable (preset.spec, true), rateHz, 2);
    }
}

TEST_CASE ("sample by sample a stream has the rows of the whole signal", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    for (const char* const name : {"librosa", "kaldi-mfcc", "nemo-80", "leak", "hifigan-22k"})
    {
        auto spec = MelStream::streamable (findPreset (name)->spec, false);
        spec.deltaOrder = 1;
        const auto samples = uniformNoise (4001, 3);
        const auto stream = makeStream (**backend, spec, 16000, 3);
        INFO (name);
        CHECK (streamed (*stream, samples, fixedCut (1)) ==
               wholeRows (**backend, spec, 16000, samples));
    }
}

TEST_CASE ("deltas and dither and both edges stream for every framing", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    for (const char* const framing : {"valid", "centred", "kaldi-edges", "hifigan"})
        for (const char* const padding : {"constant", "reflect", "symmetric"})
        {
            MelSpec spec = findPreset ("kaldi-fbank")->spec;
            for (const std::string& setting :
                 {std::string ("framing=") + framing, std::string ("padding=") + padding,
                  std::string ("delta_order=2"), std::string ("delta_window=9"),
                  std::string ("dither=1"), std::string ("preemphasis_scope=signal")})
                REQUIRE (applySetting (spec, setting));
            if (! spec.validate ())
                continue; // Kaldi's framing has one kind of padding
            INFO (framing << ", " << padding);
            const auto stream = makeStream (**backend, spec, 16000, 5);
            for (const int numSamples : {1, 81, 201, 257, 400, 559, 560, 700, 1111, 4000, 9001})
            {
                INFO (numSamples << " samples");
                const auto samples = uniformNoise (numSamples, 4);
                CHECK (streamed (*stream, samples, randomCut (9)) ==
                       wholeRows (**backend, spec, 16000, samples));
            }
        }
}

TEST_CASE ("a stream of any spec has the rows of the whole signal", "[stream]")
{
    constexpr unsigned kSeed = 77;
    const auto backend = makeCpuBackend (1);
    std::mt19937 random (kSeed);
    int numCompared = 0;
    for (int i = 0; i < 250; ++i)
    {
        const auto& preset = builtInPresets ()[random () % builtInPresets ().size ()];
        auto spec = MelStream::streamable (mutatedSpec (preset.spec, random), random () % 4 == 0);
        spec.channels = ChannelMode::mean;
        const int rateHz = 8000 + static_cast<int> (random () % 9000);
        const auto geometry = geometryAt (spec, rateHz);
        if (! geometry || geometry->fftSamples > 8192 || geometry->leastSamples () > 30000 ||
            geometry->numBands > 512)
            continue;
        const auto numSamples =
            geometry->leastSamples () + static_cast<std::int64_t> (random () % 4000);
        if (geometry->numRows (numSamples) * geometry->rowElements () > 2'000'000)
            continue;
        INFO ("seed " << kSeed << ", spec " << i << " at " << rateHz << " Hz, " << numSamples
                      << " samples:\n"
                      << toToml (spec));
        const auto samples = uniformNoise (numSamples, static_cast<unsigned> (i));
        const int rowsAtATime = 1 + static_cast<int> (random () % 70);
        const auto stream = makeStream (**backend, spec, rateHz, rowsAtATime);
        CHECK (streamed (*stream, samples, randomCut (static_cast<unsigned> (i))) ==
               wholeRows (**backend, spec, rateHz, samples));
        ++numCompared;
    }
    CHECK (numCompared > 80);
}

TEST_CASE ("CUDA emulated: a stream has the rows of the whole signal", "[stream][cuda]")
{
    auto cuda = emulateGpu ({});
    for (const char* const name : {"whisper-openai-80", "kaldi-mfcc", "leak-fine", "torchaudio"})
    {
        INFO (name);
        const auto spec = MelStream::streamable (findPreset (name)->spec, false);
        const auto samples = uniformNoise (9001, 6);
        const auto stream = makeStream (*cuda.backend, spec, 16000, 16);
        const auto rows = streamed (*stream, samples, randomCut (2));
        CHECK_FALSE (rows.empty ());
        CHECK (rows == wholeRows (*cuda.backend, spec, 16000, samples));
    }
    CHECK (cuda.record->misuse == std::vector<std::string> {});
}
