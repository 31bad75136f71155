// Rows of an overview against those of a batch.
#include "Tests/Engine/Overview/OverviewRuns.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cmath>
#include <sndfile.h>

namespace melstrom::testing
{
namespace
{

struct Example
{
    const char* name;
    int format, numChannels, rateHz;
    const char* preset;
};

/** Noise, so that no two rows are the same. */
std::string noiseFile (const TemporaryFolder& folder, const Example& example, int seconds)
{
    return folder.write (
        example.name,
        encoded (example.format, example.numChannels, example.rateHz,
                 testSamples (std::int64_t {seconds} * example.rateHz * example.numChannels)));
}

} // namespace

TEST_CASE ("rows of a whole overview are those of a batch, bit for bit", "[overview]")
{
    const auto example = GENERATE (
        Example {"a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 16000, "whisper-openai-80"},
        Example {"b.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, 16000, "whisper-openai-80"},
        Example {"c.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 3, 44100, "librosa"},
        Example {"d.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 2, 48000, "librosa"},
        Example {"e.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 1, 44100, "librosa"},
        Example {"f.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, 44100, "whisper-openai-80"},
        Example {"g.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 1000, "whisper-openai-80"},
        Example {"h.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 192000, "whisper-openai-80"},
        Example {"i.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 192000, "librosa"});
    INFO (example.name);
    const TemporaryFolder folder;
    const auto path = noiseFile (folder, example, 9);
    const auto backend = *makeCpuBackend (2);
    const auto preset = presetNamed (example.preset);
    const auto overview = opened (path, *backend, {.frontEnd = preset});
    REQUIRE (becomesWhole (*overview));
    CHECK_FALSE (overview->status ().error.has_value ());
    const auto expected = batchLevels (path, *backend, preset);
    const auto& rows = overview->rows ();
    CHECK (rows.endRow () * rows.geometry ().rowElements () ==
           static_cast<std::int64_t> (expected.size ()));
    CHECK (firstWrongRow (rows, expected, 0, rows.endRow ()) == -1);
}

TEST_CASE ("what is on the screen is exact although memory is short", "[overview]")
{
    const int rateHz = GENERATE (16000, 44100);
    INFO (rateHz);
    const TemporaryFolder folder;
    const auto path =
        noiseFile (folder, {"a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, rateHz, ""}, 60);
    const auto backend = *makeCpuBackend (2);
    const auto preset = presetNamed ("whisper-openai-80");
    const auto overview =
        opened (path, *backend, {.frontEnd = preset, .mostBytes = std::size_t {1} << 20});
    REQUIRE (becomesWhole (*overview));
    CHECK (overview->status ().memoryBytes <= std::size_t {1} << 20);
    const auto& rows = overview->rows ();
    std::vector<float> row (static_cast<std::size_t> (rows.geometry ().rowElements ()));
    CHECK (rows.maximum (3000, 3001, row) == RowPresence::sampled); // only its step is known

    const auto revision = rows.revision ();
    overview->look (30, 31.5, 1200);
    REQUIRE (updatedUntil (*overview,
                           [&]
                           {
                               return rows.maximum (3000, 3150, row) == RowPresence::whole &&
                                      rows.maximum (3149, 3150, row) == RowPresence::whole;
                           }));
    CHECK (rows.revision () != revision);
    CHECK (overview->status ().memoryBytes <= std::size_t {1} << 20);
    const auto expected = batchLevels (path, *backend, preset);
    if (rateHz == 16000)
        CHECK (firstWrongRow (rows, expected, 3000, 3150) == -1);
    double worst = 0; // dB
    for (std::int64_t index = 3000; index < 3150; ++index)
    {
        REQUIRE (rows.maximum (index, index + 1, row) == RowPresence::whole);
        for (std::size_t band = 0; band < row.size (); ++band)
            worst = std::max (
                worst,
                std::abs (static_cast<double> (
                    row[band] - expected[static_cast<std::size_t> (index) * row.size () + band])));
    }
    INFO ("largest difference " << worst << " dB");
    CHECK (worst < 0.001); // of noise near full scale; -130 dB of error are 3e-6 dB
}

TEST_CASE ("samples and their extremes arrive for what is on the screen", "[overview]")
{
    const TemporaryFolder folder;
    const auto path =
        noiseFile (folder, {"a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, 16000, ""}, 20);
    const auto backend = *makeCpuBackend (1);
    const auto overview = opened (path, *backend, {.frontEnd = presetNamed ("whisper-openai-80")});
    REQUIRE (becomesWhole (*overview));
    const auto& wave = overview->wave ();
    CHECK (wave.numChannels () == 2);
    CHECK (wave.endSample () == 320'000);
    const auto sample = [] (std::int64_t index, int channel)
    { return static_cast<float> (testSample (2 * index + channel)) / 32768; };

    for (const std::int64_t first : {0, 2560, 319'488})
    {
        WaveRange expected {1, -1, true};
        for (auto index = first; index < first + 512; ++index)
        {
            expected.lowest = std::min (expected.lowest, sample (index, 1));
            expected.highest = std::max (expected.highest, sample (index, 1));
        }
        const auto range = wave.range (1, first, first + 512);
        CHECK (range.isThere);
        CHECK (range.lowest == expected.lowest);
        CHECK (range.highest == expected.highest);
    }
    CHECK (wave.samples (1, 100'000, 500).empty ());
    overview->look (100'000 / 16000.0, 100'500 / 16000.0, 800);
    REQUIRE (
        updatedUntil (*overview, [&] { return wave.samples (1, 100'000, 500).size () == 500; }));
    const auto samples = wave.samples (1, 100'000, 500);
    for (int n = 0; n < 500; ++n)
        REQUIRE (samples[static_cast<std::size_t> (n)] == sample (100'000 + n, 1));
    const auto three = wave.range (0, 100'010, 100'013);
    CHECK (three.highest ==
           std::max ({sample (100'010, 0), sample (100'011, 0), sample (100'012, 0)}));
}

TEST_CASE ("another front end gives its own rows, an impossible one changes nothing", "[overview]")
{
    const TemporaryFolder folder;
    const auto path =
        noiseFile (folder, {"a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, 16000, ""}, 20);
    const auto backend = *makeCpuBackend (2);
    const auto first = presetNamed ("whisper-openai-80");
    const auto overview = opened (path, *backend, {.frontEnd = first});
    auto impossible = first;
    impossible.spec.channels = ChannelMode::one;
    impossible.spec.channelIndex = 2;
    CHECK_FALSE (overview->setFrontEnd (impossible, OverviewChannel::mean).ok ());
    CHECK (overview->settings ().frontEnd.spec == first.spec);

    auto second = first;
    second.spec.numBands = 40;
    second.spec.channels = ChannelMode::one;
    second.spec.channelIndex = 1;
    SECTION ("the channel of the spec")
    {
        REQUIRE (overview->setFrontEnd (second, OverviewChannel::mean).ok ());
    }
    SECTION ("the right channel")
    {
        auto mean = second;
        mean.spec.channels = ChannelMode::mean;
        REQUIRE (overview->setFrontEnd (mean, OverviewChannel::right).ok ());
    }
    REQUIRE (becomesWhole (*overview));
    const auto& rows = overview->rows ();
    CHECK (rows.geometry ().numBands == 40);
    CHECK (firstWrongRow (rows, batchLevels (path, *backend, second), 0, rows.endRow ()) == -1);
}

} // namespace melstrom::testing
