// Samples at any place of a file against a read in order.
#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Overview/SoundFile.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <sndfile.h>

namespace melstrom::testing
{
namespace
{

std::unique_ptr<SoundFile> openedSound (const std::string& path)
{
    auto file = SoundFile::open (posixStorage (), path);
    INFO ((file ? "" : file.error ().message));
    REQUIRE (file.ok ());
    return *std::move (file);
}

/** All samples of the file's reader in order, as a front end gets them. */
std::vector<float> samplesInOrder (const std::string& path)
{
    const auto reader = *openAudio (posixStorage (), path, {});
    const auto& info = reader->info ();
    const auto numValues = static_cast<std::size_t> (info.numSamples * info.numChannels);
    std::vector<std::byte> stored (numValues *
                                   static_cast<std::size_t> (bytesPerSample (info.format)));
    REQUIRE (reader->read (stored.data (), 0, info.numSamples).ok ());
    std::vector<float> samples (numValues);
    toFloat32 (stored.data (), info.format, samples.data (), static_cast<std::int64_t> (numValues));
    return samples;
}

} // namespace

TEST_CASE ("a jump gives the samples of a read in order", "[overview]")
{
    struct Example
    {
        const char* name;
        int format, numChannels, rateHz;
        float mostDifference = 0; ///< decoders of MPEG round by the place of their start
    };
    const auto example =
        GENERATE (Example {"a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, 16000},
                  Example {"f.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 1, 44100},
                  Example {"b.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 3, 48000},
                  Example {"c.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 1, 8000},
                  Example {"d.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 2, 16000},
                  Example {"e.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 1, 96000},
                  Example {"g.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 2, 44100},
                  Example {"h.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 1, 44100, 1e-6f});
    INFO (example.name);
    const TemporaryFolder folder;
    const auto path = folder.write (
        example.name,
        encoded (example.format, example.numChannels, example.rateHz,
                 testTone (400'000LL / example.numChannels * example.numChannels, 0.0123)));
    const auto expected = samplesInOrder (path);
    const auto file = openedSound (path);
    const auto numSamples = file->info ().numSamples;
    const auto numChannels = file->info ().numChannels;
    REQUIRE (file->info ().randomAccess);
    std::mt19937 random (3);
    std::vector<float> samples;
    for (int jump = 0; jump < 60; ++jump)
    {
        const auto first = std::uniform_int_distribution<std::int64_t> (0, numSamples - 1) (random);
        const auto count = std::min<std::int64_t> (numSamples - first, 1 + jump * 97);
        samples.assign (static_cast<std::size_t> (count * numChannels), 9);
        const auto read = file->read (samples.data (), first, count);
        INFO ("samples " << first << " + " << count << (read ? "" : read.error ().message));
        REQUIRE (read.ok ());
        float worst = 0;
        for (std::size_t i = 0; i < samples.size (); ++i)
            worst = std::max (
                worst, std::abs (samples[i] -
                                 expected[static_cast<std::size_t> (first * numChannels) + i]));
        REQUIRE (worst <= example.mostDifference);
    }
}

TEST_CASE ("a file that is shorter than it declares opens with a warning", "[overview]")
{
    const TemporaryFolder folder;
    auto bytes = wav ({}, testSampleBytes (50'000));
    bytes.resize (bytes.size () - 40'000);
    const auto file = openedSound (folder.write ("cut.wav", bytes));
    CHECK (file->info ().numSamples == 30'000);
    CHECK (file->info ().warnings.size () == 1);
    std::vector<float> samples (30'000);
    REQUIRE (file->read (samples.data (), 0, 30'000).ok ());
    CHECK (samples[29'999] == static_cast<float> (testSample (29'999)) / 32768);
}

TEST_CASE ("files that hold no sound are refused with their reason", "[overview]")
{
    const TemporaryFolder folder;
    const auto refusal = [&folder] (const std::string& name, const std::string& bytes)
    {
        const auto file = SoundFile::open (posixStorage (), folder.write (name, bytes));
        REQUIRE_FALSE (file.ok ());
        CHECK (file.error ().message.find (name) != std::string::npos);
        return file.error ().code;
    };
    CHECK (refusal ("empty.wav", "") == ErrorCode::emptyFile);
    CHECK (refusal ("text.wav", "no sound at all, only words") == ErrorCode::notAudio);
    CHECK (refusal ("none.wav", wav ({}, "")) == ErrorCode::noSamples);
    CHECK (SoundFile::open (posixStorage (), folder.file ("gone.wav")).error ().code ==
           ErrorCode::fileMissing);
}

TEST_CASE ("NaN is read as 0 and counted", "[overview]")
{
    const TemporaryFolder folder;
    std::vector<float> stored (1000, 0.25f);
    stored[700] = std::numeric_limits<float>::quiet_NaN ();
    std::string data (stored.size () * sizeof (float), '\0');
    std::memcpy (data.data (), stored.data (), data.size ());
    const auto file =
        openedSound (folder.write ("a.wav", wav ({.formatTag = 3, .bits = 32}, data)));
    std::vector<float> samples (1000);
    REQUIRE (file->read (samples.data (), 0, 1000).ok ());
    CHECK (samples[699] == 0.25f);
    CHECK (samples[700] == 0);
    CHECK (file->nonFiniteCount () == 1);
}

} // namespace melstrom::testing
