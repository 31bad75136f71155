// Valid WAV files: every sample is read as stored.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"

#include <bit>
#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("16-bit samples arrive as stored, whatever the order of reads", "[wav]")
{
    const auto bytes = wav ({.numChannels = 2, .rateHz = 44100}, testSampleBytes (2 * 500));
    auto opened = openBytes (bytes);
    REQUIRE (opened.ok ());
    auto& reader = **opened;
    const auto& info = reader.info ();
    CHECK (info.rateHz == 44100);
    CHECK (info.numChannels == 2);
    CHECK (info.numSamples == 500);
    CHECK (info.format == SampleFormat::int16);
    CHECK (info.container == "WAV");
    CHECK (info.randomAccess);
    CHECK (info.warnings.empty ());

    CHECK (readAll<std::int16_t> (reader) == testSamples (1000));
    std::vector<std::int16_t> some (2 * 3);
    REQUIRE (reader.read (some.data (), 497, 3).ok ());
    CHECK (some[5] == testSample (999));
    REQUIRE (reader.read (some.data (), 10, 3).ok ());
    CHECK (some[0] == testSample (20));
}

TEST_CASE ("24- and 32-bit integers arrive as stored", "[wav]")
{
    const std::vector<std::int32_t> values {0, 1, -1, 0x7FFFFF, -0x800000, 0x123456, -0x123456};
    std::string narrow, wide;
    std::vector<std::int32_t> expectedWide;
    for (const auto value : values)
    {
        narrow += littleEndian (static_cast<std::uint32_t> (value), 3);
        expectedWide.push_back (value * 251);
        wide += littleEndian (static_cast<std::uint32_t> (value * 251), 4);
    }

    auto opened = openBytes (wav ({.bits = 24}, narrow));
    REQUIRE (opened.ok ());
    CHECK ((*opened)->info ().format == SampleFormat::int24);
    CHECK (readAll<std::int32_t> (**opened, 2) == values);

    opened = openBytes (wav ({.bits = 32}, wide));
    REQUIRE (opened.ok ());
    CHECK ((*opened)->info ().format == SampleFormat::int32);
    CHECK (readAll<std::int32_t> (**opened) == expectedWide);
}

TEST_CASE ("8-bit samples become int16: (x - 128) x 256", "[wav]")
{
    std::string stored;
    std::vector<std::int16_t> expected;
    for (int i = 0; i < 10'001; ++i) // odd, and more than one block of the conversion
    {
        stored += static_cast<char> (i * 31);
        expected.push_back (static_cast<std::int16_t> (((i * 31) % 256 - 128) * 256));
    }
    auto opened = openBytes (wav ({.bits = 8}, stored));
    REQUIRE (opened.ok ());
    CHECK (readAll<std::int16_t> (**opened) == expected);
    CHECK (readAll<std::int16_t> (**opened, 7) == expected);
}

TEST_CASE ("floating-point samples arrive as float32", "[wav]")
{
    std::string narrow, wide;
    std::vector<float> expected;
    for (int i = 0; i < 5'000; ++i)
    {
        const float value = std::ldexp (static_cast<float> (i - 2'500), -11);
        expected.push_back (value);
        narrow += littleEndian (std::bit_cast<std::uint32_t> (value), 4);
        wide += littleEndian (std::bit_cast<std::uint64_t> (static_cast<double> (value)), 8);
    }
    for (const auto& [bits, data] : {std::pair {32, narrow}, std::pair {64, wide}})
    {
        auto opened = openBytes (wav ({.formatTag = 3, .bits = bits}, data));
        REQUIRE (opened.ok ());
        CHECK ((*opened)->info ().format == SampleFormat::float32);
        CHECK (readAll<float> (**opened) == expected);
        CHECK (readAll<float> (**opened, 999) == expected);
    }
}

TEST_CASE ("extensible headers, 18-byte headers and RF64 hold the same samples", "[wav]")
{
    const WavFields fields;
    const auto data = testSampleBytes (100);
    const auto withFormat = [&] (const std::string& payload)
    { return riff (chunk ("fmt ", payload) + chunk ("data", data)); };

    for (const auto& bytes :
         {withFormat (extensiblePayload (fields, 16)),
          withFormat (extensiblePayload (fields, 16, 65535)),
          withFormat (extensiblePayload (fields, 0) + std::string (20, 'x')),
          withFormat (formatPayload (fields) + littleEndian (0, 2)),
          withFormat (formatPayload (fields) + littleEndian (65535, 2)),
          withFormat (formatPayload (fields) + "x"), rf64 (fields, data, data.size ())})
    {
        auto opened = openBytes (bytes);
        REQUIRE (opened.ok ());
        CHECK (readAll<std::int16_t> (**opened) == testSamples (100));
        CHECK ((*opened)->info ().warnings.empty ());
    }
}

TEST_CASE ("a lying byte rate changes nothing", "[wav]")
{
    auto opened = openBytes (wav ({.bytesPerSecond = 1}, testSampleBytes (10)));
    REQUIRE (opened.ok ());
    CHECK (readAll<std::int16_t> (**opened) == testSamples (10));
}

TEST_CASE ("metadata of any size, before and behind, are skipped", "[wav]")
{
    const auto format = chunk ("fmt ", formatPayload ({}));
    const auto data = chunk ("data", testSampleBytes (100));
    for (const std::size_t numBytes : {0u, 1u, 3u, 4'080u, 4'087u, 70'001u})
    {
        const std::string noise (numBytes, '\xA5');
        for (const auto& body :
             {chunk ("LIST", noise) + format + data, format + chunk ("bext", noise) + data,
              format + data + chunk ("id3 ", noise)})
        {
            auto opened = openBytes (riff (body));
            REQUIRE (opened.ok ());
            CHECK (readAll<std::int16_t> (**opened) == testSamples (100));
            CHECK ((*opened)->info ().warnings.empty ());
        }
    }
}

TEST_CASE ("an odd chunk without its pad byte leaves the same samples", "[wav]")
{
    const auto format = chunk ("fmt ", formatPayload ({}));
    const auto data = chunk ("data", testSampleBytes (100));
    for (const std::string_view payload : {"abc", "a", "datab"})
    {
        const auto bare =
            chunkDeclaring ("LIST", static_cast<std::uint32_t> (payload.size ()), payload);
        for (const auto& body : {bare + format + data, format + bare + data, format + data + bare})
        {
            auto opened = openBytes (riff (body));
            REQUIRE (opened.ok ());
            CHECK (readAll<std::int16_t> (**opened) == testSamples (100));
        }
    }
    // An odd number of data bytes, with and without a pad byte, followed by metadata.
    const std::string stored = "\x80\x81\x82";
    for (const auto& pad : {std::string (1, '\0'), std::string ()})
    {
        const auto body = chunk ("fmt ", formatPayload ({.bits = 8})) +
                          chunkDeclaring ("data", 3, stored) + pad + chunk ("LIST", "abcd");
        auto opened = openBytes (riff (body));
        REQUIRE (opened.ok ());
        CHECK (readAll<std::int16_t> (**opened) == std::vector<std::int16_t> {0, 256, 512});
        CHECK ((*opened)->info ().warnings.empty ());
    }
}

TEST_CASE ("a rate of 1 Hz, 64 channels and a single sample are allowed", "[wav]")
{
    auto opened = openBytes (wav ({.numChannels = 64, .rateHz = 1}, testSampleBytes (64)));
    REQUIRE (opened.ok ());
    CHECK ((*opened)->info ().rateHz == 1);
    CHECK (readAll<std::int16_t> (**opened) == testSamples (64));
}

TEST_CASE ("a read outside the file is refused", "[wav]")
{
    auto opened = openBytes (wav ({}, testSampleBytes (10)));
    REQUIRE (opened.ok ());
    std::int16_t sample = 0;
    for (const auto first : {std::int64_t {-1}, std::int64_t {10}, std::int64_t {11},
                             std::numeric_limits<std::int64_t>::max ()})
    {
        const auto done = (*opened)->read (&sample, first, 1);
        REQUIRE_FALSE (done.ok ());
        CHECK (done.error ().code == ErrorCode::internalFault);
    }
    CHECK ((*opened)->read (&sample, 10, 0).ok ());
}
