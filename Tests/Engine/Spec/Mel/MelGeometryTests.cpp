#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <limits>

using namespace melstrom;

namespace
{
MelGeometry geometryOf (const std::string& preset, int rateHz,
                        const std::vector<std::string>& settings = {})
{
    auto spec = findPreset (preset)->spec;
    for (const auto& setting : settings)
        REQUIRE (applySetting (spec, setting).ok ());
    const auto geometry = geometryAt (spec, rateHz);
    INFO ((geometry ? std::string {} : geometry.error ().message));
    REQUIRE (geometry.ok ());
    return *geometry;
}

std::string faultAt (const std::vector<std::string>& settings, int rateHz)
{
    MelSpec spec;
    for (const auto& setting : settings)
        REQUIRE (applySetting (spec, setting).ok ());
    const auto geometry = geometryAt (spec, rateHz);
    return geometry ? std::string {} : geometry.error ().message;
}
} // namespace

TEST_CASE ("whisper makes 3000 frames of 30 s", "[geometry]")
{
    const auto file = geometryOf ("whisper-openai-80", 16000);
    CHECK (file.numFrames (480000) == 3000);
    CHECK (file.numRows (480000) == 3000);
    CHECK (file.numRows (480159) == 3000);
    CHECK (file.numRows (20807) == 130); // golden whisper80_chirp16k
    CHECK (file.numRows (52593) == 328);
    CHECK (file.rowElements () == 80);

    const auto item = geometryOf ("whisper-hf-128", 16000);
    CHECK (item.framesPerSegment == 3000);
    CHECK (item.rowElements () == 128 * 3000);
    CHECK (item.numRows (0) == 0);
    CHECK (item.numRows (1) == 1);
    CHECK (item.numRows (480000) == 1);
    CHECK (item.numRows (480001) == 2);
    CHECK (item.leastSamples () == 1);
}

TEST_CASE ("leak presets cut 10 s into the segments of their datasets", "[geometry]")
{
    const auto leak = geometryOf ("leak", 4096);
    CHECK (leak.numLongs (40960) == 79);
    CHECK (leak.shortsPerLong == 3);
    CHECK (leak.numRows (40960) == 237);
    CHECK (leak.framesPerSegment == 1);
    CHECK (leak.rowBytes () == 64);
    CHECK (leak.segmentStart (236) == 78 * 512 + 2 * 256);
    CHECK (leak.leastSamples () == 1024);
    CHECK (leak.numRows (1023) == 0);
    CHECK (leak.numRows (1024) == 3);
    CHECK (39563 * leak.numRows (40960) == 9376431);

    CHECK (geometryOf ("leak-fine", 4096).numRows (40960) == 237);
    CHECK (geometryOf ("leak-fine", 4096).framesPerSegment == 29);
    CHECK (geometryOf ("leak-training", 4096).numRows (40960) == 80);
    CHECK (geometryOf ("leak-training", 4096).rowElements () == 64);
}

TEST_CASE ("frame counts are those of the tools", "[geometry]")
{
    const auto librosa = geometryOf ("librosa", 22050);
    CHECK (librosa.numRows (72480) == 142);
    CHECK (librosa.numRows (20807) == 41);
    CHECK (librosa.numRows (1) == 1);
    CHECK (librosa.numBins == 1025);
    CHECK (geometryOf ("librosa-db", 48000).numRows (52803) == 104);

    const auto torchaudio = geometryOf ("torchaudio", 44100);
    CHECK (torchaudio.numRows (20001) == 101);
    CHECK (torchaudio.numRows (200) == 0); // reflection needs more samples than the padding
    CHECK (torchaudio.numRows (201) == 2);
    CHECK (torchaudio.leastSamples () == 201);

    const auto kaldi = geometryOf ("kaldi-fbank", 16000);
    CHECK (kaldi.windowSamples == 400);
    CHECK (kaldi.hopSamples == 160);
    CHECK (kaldi.fftSamples == 512);
    CHECK (kaldi.spanSamples == 400);
    CHECK (kaldi.numRows (20807) == 128);
    CHECK (kaldi.numRows (52593) == 327);
    CHECK (kaldi.numRows (399) == 0);
    CHECK (kaldi.leastSamples () == 400);
    CHECK (geometryOf ("kaldi-mfcc", 16000).numFeatures == 13);

    const auto edges = geometryOf ("kaldi-fbank", 16000,
                                   {"framing=kaldi-edges", "padding=symmetric", "use_energy=true"});
    CHECK (edges.numRows (20807) == 130);
    CHECK (edges.numRows (52593) == 329);
    CHECK (edges.numFeatures == 24);
    CHECK (edges.frameStart (0) == -120);
    CHECK (edges.numRows (79) == 0);
    CHECK (edges.leastSamples () == 80);

    CHECK (geometryOf ("hifigan-22k", 22050).numRows (72480) == 72480 / 256);
    CHECK (geometryOf ("hifigan-22k", 22050).frameStart (0) == -384);
    const auto encodec = geometryOf ("encodec-24k", 24000);
    CHECK (encodec.numRows (12000) == 47); // golden encodec_mix24k; 46.9 hops
    CHECK (encodec.numRows (46 * 256) == 46);
    CHECK (encodec.numRows (46 * 256 + 1) == 47);
    CHECK (encodec.numRows (384) == 0);
    CHECK (encodec.numRows (385) == 2);
    CHECK (encodec.leastSamples () == 385);
    const auto valid = geometryOf ("torchaudio", 16000, {"framing=valid", "fill_last_frame=true"});
    CHECK (valid.numRows (1) == 1);
    CHECK (valid.leastSamples () == 1);
    CHECK (valid.numRows (400) == 1);
    CHECK (valid.numRows (401) == 2);
    CHECK (valid.numRows (600) == 2);
    CHECK (geometryOf ("torchaudio", 16000,
                       {"framing=valid", "fill_last_frame=true", "drop_last_frame=true"})
               .leastSamples () == 401);
    CHECK (geometryOf ("nemo-80", 16000).numRows (52593) == 328);
    CHECK (geometryOf ("ast", 16000).numRows (163840) == 1022);
    CHECK (geometryOf ("vggish", 16000).numRows (15600) == 96); // 0.975 s give YAMNet's 96
    CHECK (geometryOf ("librosa", 22050, {"delta_order=2"}).numFeatures == 384);
    CHECK (geometryOf ("librosa", 22050, {"delta_order=2"}).haloFrames () == 4);
}

TEST_CASE ("torchaudio's top is half of an odd rate without the half", "[geometry]")
{
    CHECK (geometryOf ("torchaudio", 11025).highestHz == 5512);
    CHECK (geometryOf ("librosa", 11025).highestHz == 5512.5);
}

TEST_CASE ("what a rate makes impossible is named with the rate", "[geometry]")
{
    CHECK (faultAt ({"highest_hz=9000"}, 16000) ==
           "highest_hz = 9000: must not be above half the rate, which is 8000 Hz at 16000 Hz; "
           "lower it, or raise rate_hz");
    CHECK (faultAt ({"highest_hz=8000"}, 16000).empty ());
    CHECK (faultAt ({"highest_hz=5512.5"}, 11025).empty ());
    CHECK (faultAt ({"lowest_hz=4000"}, 8000) ==
           "lowest_hz = 4000: must be below the highest, which is 4000 Hz at 8000 Hz");
    CHECK (faultAt ({"hop_ms=0.01"}, 16000) == "hop_ms = 0.01: 0 samples at 16000 Hz; must be a "
                                               "whole number from 1 to 16777216");
    CHECK (faultAt ({"window_ms=0.1"}, 16000).starts_with ("window_ms = 0.1: 1 sample at"));
    CHECK (faultAt ({"window_ms=40", "fft_samples=512"}, 16000)
               .starts_with ("window_ms = 40: 640 samples at 16000 Hz; must not be longer than "
                             "fft_samples = 512"));
    CHECK (faultAt ({"window_ms=100", "fft_samples=512"}, 16000) // one spelling of numbers
               .starts_with ("window_ms = 100: 1600 samples at 16000 Hz; must not be longer than "
                             "fft_samples = 512"));
    CHECK (faultAt ({"window_samples=256", "framing=hifigan"}, 16000)
               .starts_with ("hop_samples = 512: 512 samples at 16000 Hz; must not be longer"));
    CHECK (faultAt ({"framing=valid", "layout=segments", "long_window_samples=4096",
                     "long_hop_samples=1", "short_window_samples=2047", "short_hop_samples=1"},
                    16000)
               .starts_with ("short_window_samples = 2047: gives no frame"));
    CHECK (faultAt ({}, 0) == "rate_hz = 0: must be a whole number from 1 to 768000");
    CHECK_FALSE (faultAt ({}, 768001).empty ());
    CHECK_FALSE (faultAt ({"lowest_hz=100"}, 1).empty ());
}

TEST_CASE ("one sample less than the least has no row, at every preset", "[geometry]")
{
    for (const auto& preset : builtInPresets ())
    {
        const auto g = geometryOf (preset.name, preset.spec.rateHz.value_or (16000));
        const auto least = g.leastSamples ();
        INFO (preset.name << " " << least);
        CHECK (least >= 1);
        CHECK (g.numRows (least) >= 1);
        CHECK (g.numRows (least - 1) == 0);
        CHECK (g.numRows (0) == 0);
        CHECK (g.numRows (-1) == 0);
    }
}

TEST_CASE ("more than 2^31 samples are counted", "[geometry]")
{
    const std::int64_t samples = (std::int64_t {1} << 40) + 1;
    CHECK (geometryOf ("librosa", 48000).numRows (samples) == 1 + samples / 512);
    CHECK (geometryOf ("leak", 4096).numLongs (samples) == 1 + (samples - 1024) / 512);
    const auto last = std::numeric_limits<std::int64_t>::max ();
    CHECK (geometryOf ("hifigan-22k", 22050).numRows (last) > 0);
    CHECK (geometryOf ("kaldi-fbank", 16000).numRows (last) > 0);
}
