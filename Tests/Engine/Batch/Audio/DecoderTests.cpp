// Valid files of every codec: the decoded samples are the encoded ones.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <sndfile.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

struct Format
{
    const char* container;
    int format; ///< as in SF_INFO
};

double rootMeanSquareDifference (const std::vector<float>& a, const std::vector<std::int16_t>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size (); ++i)
    {
        const double difference = static_cast<double> (a[i]) - b[i] / 32768.0;
        sum += difference * difference;
    }
    return std::sqrt (sum / static_cast<double> (a.size ()));
}

} // namespace

TEST_CASE ("16-bit FLAC, AIFF, AU, CAF, W64, NIST and big-endian WAV give back what was encoded",
           "[decoder]")
{
    const auto samples = testSamples (2 * 9'001);
    for (const auto& [container, format] :
         {Format {"FLAC", SF_FORMAT_FLAC | SF_FORMAT_PCM_16},
          Format {"AIFF", SF_FORMAT_AIFF | SF_FORMAT_PCM_16},
          Format {"AIFF", SF_FORMAT_AIFF | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE},
          Format {"AU", SF_FORMAT_AU | SF_FORMAT_PCM_16},
          Format {"AU", SF_FORMAT_AU | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE},
          Format {"CAF", SF_FORMAT_CAF | SF_FORMAT_PCM_16},
          Format {"CAF", SF_FORMAT_CAF | SF_FORMAT_ALAC_16},
          Format {"W64", SF_FORMAT_W64 | SF_FORMAT_PCM_16},
          Format {"NIST", SF_FORMAT_NIST | SF_FORMAT_PCM_16},
          Format {"WAV", SF_FORMAT_WAV | SF_FORMAT_PCM_16 | SF_ENDIAN_BIG},
          Format {"WAV", SF_FORMAT_WAVEX | SF_FORMAT_PCM_16},
          Format {"RF64", SF_FORMAT_RF64 | SF_FORMAT_PCM_16}})
    {
        INFO (container << " " << format);
        for (const auto& options : {AudioOptions {}, kKeepTruncated})
        {
            auto opened = openBytes (encoded (format, 2, 22050, samples), options);
            REQUIRE (opened.ok ());
            auto& reader = **opened;
            CHECK (reader.info ().container == container);
            CHECK (reader.info ().rateHz == 22050);
            CHECK (reader.info ().numChannels == 2);
            CHECK (reader.info ().numSamples == 9'001);
            CHECK (reader.info ().warnings.empty ());
            CHECK (readAll<std::int16_t> (reader) == samples);
            CHECK (readAll<std::int16_t> (reader, 1'000) == samples); // restarts at sample 0
        }
    }
}

TEST_CASE ("24-bit FLAC and AIFF arrive as int32, exactly", "[decoder]")
{
    const auto samples = testSamples (5'000);
    for (const int format : {SF_FORMAT_FLAC, SF_FORMAT_AIFF})
    {
        auto opened = openBytes (encoded (format | SF_FORMAT_PCM_24, 1, 48000, samples));
        REQUIRE (opened.ok ());
        CHECK ((*opened)->info ().format == SampleFormat::int32);
        const auto decoded = readAll<std::int32_t> (**opened);
        REQUIRE (decoded.size () == samples.size ());
        for (std::size_t i = 0; i < samples.size (); ++i)
            REQUIRE (decoded[i] == samples[i] * 65'536);
    }
}

TEST_CASE ("floating-point AIFF and AU arrive as float32", "[decoder]")
{
    const auto samples = testSamples (5'000);
    for (const int format : {SF_FORMAT_AIFF | SF_FORMAT_FLOAT, SF_FORMAT_AU | SF_FORMAT_DOUBLE})
    {
        auto opened = openBytes (encoded (format, 1, 48000, samples));
        REQUIRE (opened.ok ());
        CHECK ((*opened)->info ().format == SampleFormat::float32);
        CHECK (rootMeanSquareDifference (readAll<float> (**opened), samples) == 0);
    }
}

TEST_CASE ("A-law and mu-law WAV follow G.711", "[decoder]")
{
    // Source: ITU-T G.711, tables 1a and 2a, first values of each segment, scaled to 16 bits.
    const auto open = [] (int tag, const std::string& data)
    { return openBytes (wav ({.formatTag = tag, .rateHz = 8000, .bits = 8}, data)); };

    auto opened = open (7, "\xFF\xFE\x80\x7F\x7E"
                           "A");
    REQUIRE (opened.ok ());
    const auto muLaw = readAll<std::int16_t> (**opened);
    CHECK (std::vector (muLaw.begin (), muLaw.begin () + 5) ==
           std::vector<std::int16_t> {0, 8, 32124, 0, -8});

    opened = open (6, "\xD5\xD4\xAA\x55\x2A"
                      "A");
    REQUIRE (opened.ok ());
    const auto aLaw = readAll<std::int16_t> (**opened);
    CHECK (std::vector (aLaw.begin (), aLaw.begin () + 5) ==
           std::vector<std::int16_t> {8, 24, 32256, -8, -32256});
}

TEST_CASE ("ADPCM has the samples that went in, without what fills its last block", "[decoder]")
{
    const auto tone = testTone (10'001, 0.01);
    for (const int subtype : {SF_FORMAT_IMA_ADPCM, SF_FORMAT_MS_ADPCM})
    {
        auto bytes = encoded (SF_FORMAT_WAV | subtype, 1, 16000, tone);
        // libsndfile writes whole blocks into `fact`; other writers write the number of encoded
        // samples.
        bytes.replace (bytes.find ("fact") + 8, 4, littleEndian (10'001, 4));
        auto opened = openBytes (bytes);
        REQUIRE (opened.ok ());
        CHECK ((*opened)->info ().numSamples == 10'001);
        const auto decoded = readAll<std::int16_t> (**opened);
        for (std::size_t i = 100; i < tone.size (); ++i)
            REQUIRE (std::abs (decoded[i] - tone[i]) < 600); // 4 bits of a slow tone
    }
}

TEST_CASE ("Vorbis, Opus and MP3 have every sample, in place", "[decoder]")
{
    const auto tone = testTone (60'000, 0.01);
    for (const int format : {SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
                             SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III})
    {
        const auto bytes = encoded (format, 1, 48000, tone);
        for (const auto& options : {AudioOptions {}, kKeepTruncated})
        {
            INFO (format);
            auto opened = openBytes (bytes, options);
            REQUIRE (opened.ok ());
            auto& reader = **opened;
            CHECK (reader.info ().numSamples == 60'000);
            CHECK (reader.info ().format == SampleFormat::float32);
            CHECK_FALSE (reader.info ().randomAccess);
            CHECK (reader.info ().warnings.empty ());
            const auto decoded = readAll<float> (reader);
            REQUIRE (decoded.size () == tone.size ());
            CHECK (rootMeanSquareDifference (decoded, tone) <
                   0.02); // of a tone of 0.25; a shift would exceed it
            CHECK (readAll<float> (reader, 777) == decoded);
        }
    }
}

TEST_CASE ("an MP3 that does not say how long it is is counted", "[decoder]")
{
    auto bytes =
        encoded (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 1, 48000, testTone (60'000, 0.01));
    for (const std::string_view tag : {"Xing", "Info"})
        if (const auto place = bytes.find (tag); place != std::string::npos && place < 200)
            bytes.replace (place, 4, "none");
    auto opened = openBytes (bytes);
    REQUIRE (opened.ok ());
    const auto decoded = readAll<float> (**opened);
    // Whole frames of 1152 samples: the sound, the encoder's delay, the frame with the tag.
    CHECK (decoded.size () % 1'152 == 0);
    CHECK (decoded.size () >= 60'000);
    CHECK (decoded.size () < 60'000 + 5 * 1'152);
}

TEST_CASE ("a FLAC that does not say how long it is is counted", "[decoder]")
{
    const auto samples = testSamples (10'000);
    auto bytes = encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 48000, samples);
    // STREAMINFO starts at byte 8; its 36-bit number of samples ends at byte 18 of it
    bytes[8 + 13] = static_cast<char> (bytes[8 + 13] & 0xF0);
    std::fill_n (bytes.begin () + 8 + 14, 4, '\0');
    auto opened = openBytes (bytes);
    REQUIRE (opened.ok ());
    CHECK ((*opened)->info ().numSamples == 10'000);
    CHECK (readAll<std::int16_t> (**opened) == samples);

    bytes.resize (bytes.size () / 2);
    CHECK (faultOf (bytes).has_value ());
}

TEST_CASE ("PCM in any container is read in any order, codings only in theirs", "[decoder]")
{
    const auto samples = testSamples (9'000);
    std::vector<std::int16_t> some (10);
    auto opened = openBytes (encoded (SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 1, 48000, samples));
    REQUIRE (opened.ok ());
    CHECK ((*opened)->info ().randomAccess);
    for (const std::int64_t first : {8'990, 0, 4'321})
    {
        REQUIRE ((*opened)->read (some.data (), first, 10).ok ());
        CHECK (some[9] == testSample (first + 9));
    }

    opened = openBytes (encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 48000, samples));
    REQUIRE (opened.ok ());
    CHECK_FALSE ((*opened)->info ().randomAccess);
    REQUIRE ((*opened)->read (some.data (), 0, 10).ok ());
    const auto done = (*opened)->read (some.data (), 500, 10);
    REQUIRE_FALSE (done.ok ());
    CHECK (done.error ().code == ErrorCode::internalFault);
    REQUIRE ((*opened)->read (some.data (), 0, 10).ok ());
    REQUIRE ((*opened)->read (some.data (), 10, 10).ok ());
    CHECK (some[0] == testSample (10));
}
