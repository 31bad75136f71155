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

/** Noise, which no codec makes short. */
std::vector<std::int16_t> noise (std::size_t numSamples, std::uint32_t seed = 5)
{
    std::mt19937 random (seed);
    std::vector<std::int16_t> samples (numSamples);
    for (auto& sample : samples)
        sample = static_cast<std::int16_t> (static_cast<int> (random () % 16001) - 8000);
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

TEST_CASE ("a cut FLAC opens with the samples before the cut, and a warning", "[overview]")
{
    const int coding = GENERATE (int {SF_FORMAT_PCM_16}, int {SF_FORMAT_PCM_24});
    const int numChannels = GENERATE (1, 2);
    const TemporaryFolder folder;
    constexpr std::int64_t kSamples = 100'000;
    const auto bytes = encoded (SF_FORMAT_FLAC | coding, numChannels, 48000,
                                noise (static_cast<std::size_t> (kSamples * numChannels)));
    const auto expected = samplesInOrder (folder.write ("whole.flac", bytes));
    const auto path = folder.file ("cut.flac");
    for (const double ratio : {0.1, 0.5, 0.77, 0.999})
    {
        INFO (numChannels << " channels, cut to " << ratio);
        folder.write ("cut.flac",
                      bytes.substr (0, static_cast<std::size_t> (
                                           ratio * static_cast<double> (bytes.size ()))));
        // counted by decoding all of it
        AudioOptions options;
        options.keepTruncated = true;
        const auto counted = (*openAudio (posixStorage (), path, options))->info ().numSamples;
        REQUIRE (counted > 0);
        REQUIRE (counted < kSamples);

        const auto file = openedSound (path);
        const auto& info = file->info ();
        CHECK (info.numSamples == counted);
        REQUIRE (info.warnings.size () == 1);
        CHECK (info.warnings[0] == "declares 100000 samples but holds " + std::to_string (counted) +
                                       "; these " + std::to_string (counted) + " are used");
        std::vector<float> samples (static_cast<std::size_t> (counted * numChannels));
        REQUIRE (file->read (samples.data (), 0, counted).ok ());
        CHECK (std::equal (samples.begin (), samples.end (), expected.begin ()));
        // a player opens it with the length that is known
        const auto again = SoundFile::open (posixStorage (), path, {knownSound (info), {}});
        REQUIRE (again.ok ());
        CHECK ((*again)->info ().numSamples == counted);
        std::vector<float> last (static_cast<std::size_t> (numChannels));
        CHECK ((*again)->read (last.data (), counted - 1, 1).ok ());
        CHECK (std::equal (last.begin (), last.end (), samples.end () - numChannels));
    }
    // a jump that fails does not spoil the next one
    AudioOptions options;
    const auto reader = *openAudio (posixStorage (), path, options, {{}, nullptr, true});
    REQUIRE (reader->info ().numSamples == kSamples);
    std::vector<std::int32_t> one (static_cast<std::size_t> (numChannels));
    for (int time = 0; time < 2; ++time)
    {
        CHECK_FALSE (reader->read (one.data (), kSamples - 1, 1).ok ());
        CHECK (reader->read (one.data (), kSamples / 2, 1).ok ());
    }
    // nothing but the header
    folder.write ("cut.flac", bytes.substr (0, 90));
    const auto none = SoundFile::open (posixStorage (), path);
    REQUIRE_FALSE (none.ok ());
    CHECK (none.error ().message.find ("cut.flac: ") != std::string::npos);
}

TEST_CASE ("a damaged Ogg gives the sound before its first damaged page", "[overview]")
{
    const int coding = GENERATE (int {SF_FORMAT_VORBIS}, int {SF_FORMAT_OPUS});
    const double seconds = GENERATE (4.0, 60.0); // damaged within, and behind the first 64 KiB
    INFO (std::hex << coding << std::dec << ", " << seconds << " s");
    constexpr int kRateHz = 48000;
    const TemporaryFolder folder;
    const auto bytes = encoded (SF_FORMAT_OGG | coding, 1, kRateHz,
                                noise (static_cast<std::size_t> (seconds * kRateHz)));
    REQUIRE (bytes.size () > (seconds > 30 ? 300'000 : 20'000));
    auto hurt = bytes;
    hurt[hurt.size () / 2] = static_cast<char> (hurt[hurt.size () / 2] ^ 0x55);
    const auto path = folder.write ("hurt.ogg", hurt);
    const auto expected = samplesInOrder (folder.write ("whole.ogg", bytes));

    const auto file = openedSound (path);
    const auto read = [&] (std::int64_t first, std::int64_t count)
    {
        std::vector<float> samples (static_cast<std::size_t> (count));
        const auto done = file->read (samples.data (), first, count);
        return std::pair (done, samples);
    };
    std::int64_t end = 0; // the readable samples, in steps of 1000
    while (end + 1000 <= file->info ().numSamples && read (end, 1000).first)
        end += 1000;
    CHECK (static_cast<double> (end) > 0.2 * seconds * kRateHz); // a page may be of 1 s
    CHECK (static_cast<double> (end) < 0.6 * seconds * kRateHz);
    const auto [done, samples] = read (0, end);
    REQUIRE (done.ok ());
    CHECK (std::equal (samples.begin (), samples.end (), expected.begin ()));

    // said, by the reads behind it or by the length
    const auto& info = file->info ();
    const auto behind = info.numSamples > end + 1000 ? read (end, 1000).first : Result<void> {};
    const auto told = ! behind                     ? behind.error ().message
                      : info.warnings.size () == 1 ? info.warnings.front ()
                                                   : std::string ();
    CHECK (told.find ("is damaged: the Ogg page at byte ") != std::string::npos);
    // a player opens it again with the length that is known
    const auto again = SoundFile::open (posixStorage (), path, {knownSound (info), {}});
    REQUIRE (again.ok ());
    std::vector<float> part (1000);
    CHECK ((*again)->read (part.data (), end - 1000, 1000).ok ());
    // a dataset refuses it, whatever is kept of cut files
    for (const bool keepTruncated : {false, true})
    {
        AudioOptions options;
        options.keepTruncated = keepTruncated;
        const auto strict = openAudio (posixStorage (), path, options);
        std::vector<float> one (1);
        const auto refused = strict ? (*strict)->read (one.data (), 0, 1) : strict.error ();
        REQUIRE_FALSE (refused.ok ());
        CHECK (refused.error ().code == ErrorCode::decodeFailed);
    }
}

TEST_CASE ("of a chain of Ogg streams those before the damage are read", "[overview]")
{
    constexpr int kRateHz = 48000;
    const TemporaryFolder folder;
    const auto link = [] (std::size_t numSamples, std::uint32_t seed)
    { return encoded (SF_FORMAT_OGG | SF_FORMAT_VORBIS, 1, kRateHz, noise (numSamples, seed)); };
    const auto first = link (kRateHz, 1);
    auto second = link (2 * kRateHz, 2);
    second[60] = static_cast<char> (second[60] ^ 0x55); // in its headers: no sound before it
    const auto file = openedSound (folder.write ("chain.ogg", first + second));
    REQUIRE (file->info ().numSamples == kRateHz);
    std::vector<float> samples (kRateHz);
    REQUIRE (file->read (samples.data (), 0, kRateHz).ok ());
    CHECK (samples == samplesInOrder (folder.write ("first.ogg", first)));
    REQUIRE (file->info ().warnings.size () == 1);
    CHECK (file->info ().warnings[0].find ("is damaged") != std::string::npos);
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
