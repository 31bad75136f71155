// Damaged WAV files: refused with the reason, or read with a warning; never silence in place of
// sound.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Timing.h"

#include <bit>
#include <limits>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

ErrorCode codeOf (const std::string& bytes, const AudioOptions& options = {})
{
    const auto fault = faultOf (bytes, options);
    REQUIRE (fault.has_value ());
    CHECK_FALSE (fault->message.empty ());
    return fault->code;
}

std::string withFormat (const std::string& payload)
{
    return riff (chunk ("fmt ", payload) + chunk ("data", testSampleBytes (12)));
}

} // namespace

TEST_CASE ("what is not a sound file is refused", "[wav]")
{
    CHECK (codeOf ("") == ErrorCode::emptyFile);
    CHECK (codeOf ("RIFF") == ErrorCode::notAudio);
    CHECK (codeOf ("RIFFxxxxWAV") == ErrorCode::notAudio);
    CHECK (codeOf (std::string (4096, '\0')) == ErrorCode::notAudio);
    CHECK (codeOf ("<!DOCTYPE html><html>404</html>") == ErrorCode::notAudio);
    CHECK (codeOf (riff ("")) == ErrorCode::badHeader);
    CHECK (codeOf (riff ("data")) == ErrorCode::badHeader);
}

TEST_CASE ("headers with a zero in them are refused", "[wav]")
{
    CHECK (codeOf (withFormat (formatPayload ({.numChannels = 0}))) == ErrorCode::badHeader);
    CHECK (codeOf (withFormat (formatPayload ({.rateHz = 0}))) == ErrorCode::badRate);
    CHECK (codeOf (withFormat (formatPayload ({.bits = 0}))) == ErrorCode::badHeader);
    CHECK (codeOf (withFormat (formatPayload ({.bits = 0, .blockBytes = 2}))) ==
           ErrorCode::badHeader);
    CHECK (codeOf (withFormat (formatPayload ({.blockBytes = 0}))) == ErrorCode::badHeader);
}

TEST_CASE ("more than 64 channels are refused at once", "[wav]")
{
    for (const int numChannels : {65, 2881, 32767, 0x8000, 65535})
    {
        const auto bytes = withFormat (formatPayload ({.numChannels = numChannels}));
        const double start = threadSeconds ();
        CHECK (codeOf (bytes) == ErrorCode::tooManyChannels);
        CHECK (threadSeconds () - start < 0.01);
    }
}

TEST_CASE ("rates above 768 kHz are refused", "[wav]")
{
    CHECK (codeOf (withFormat (formatPayload ({.rateHz = 768'001}))) == ErrorCode::badRate);
    CHECK (codeOf (withFormat (formatPayload ({.rateHz = 4'294'967'295}))) == ErrorCode::badRate);
    CHECK_FALSE (faultOf (withFormat (formatPayload ({.rateHz = 768'000}))).has_value ());
}

TEST_CASE ("a block align that does not fit is refused", "[wav]")
{
    for (const int blockBytes : {1, 3, 4, 65535})
        CHECK (codeOf (withFormat (formatPayload ({.blockBytes = blockBytes}))) ==
               ErrorCode::badHeader);
    CHECK (codeOf (withFormat (formatPayload ({.bits = 24, .blockBytes = 4}))) ==
           ErrorCode::badHeader);
}

TEST_CASE ("bit depths that nothing can read are refused", "[wav]")
{
    for (const int bits : {1, 7, 33, 64, 65535})
        CHECK (codeOf (withFormat (formatPayload ({.bits = bits, .blockBytes = 2}))) ==
               ErrorCode::unsupportedFormat);
    for (const int bits : {16, 24, 80})
        CHECK (codeOf (withFormat (formatPayload ({.formatTag = 3, .bits = bits}))) ==
               ErrorCode::unsupportedFormat);
    CHECK (codeOf (withFormat (formatPayload ({.formatTag = 0x1234}))) ==
           ErrorCode::unsupportedFormat);
}

TEST_CASE ("samples that do not fill their bytes are those of the container", "[wav]")
{
    // 12 bits in 16 and 20 in 24: the high bits count, so values are those of 16 and 24 bits.
    auto opened = openBytes (riff (chunk ("fmt ", formatPayload ({.bits = 12})) +
                                   chunk ("data", testSampleBytes (100))));
    REQUIRE (opened.ok ());
    CHECK (readAll<std::int16_t> (**opened) == testSamples (100));

    const std::vector<std::int32_t> values {0, 0x100, -0x100, 0x7FFFF0, -0x800000};
    std::string data;
    std::vector<std::int32_t> expected;
    for (const auto value : values)
    {
        data += littleEndian (static_cast<std::uint32_t> (value), 3);
        expected.push_back (value * 256);
    }
    opened = openBytes (
        riff (chunk ("fmt ", extensiblePayload ({.bits = 24}, 20)) + chunk ("data", data)));
    REQUIRE (opened.ok ());
    CHECK ((*opened)->info ().format == SampleFormat::int32);
    CHECK (readAll<std::int32_t> (**opened) == expected);
}

TEST_CASE ("a `fmt ` chunk that is too short is refused", "[wav]")
{
    for (const std::size_t numBytes : {0u, 2u, 14u, 15u})
        CHECK (codeOf (withFormat (formatPayload ({}).substr (0, numBytes))) ==
               ErrorCode::badHeader);
    CHECK (codeOf (withFormat (extensiblePayload ({}, 16).substr (0, 39))) == ErrorCode::badHeader);
}

TEST_CASE ("of two data or format chunks the first valid one wins, with a warning", "[wav]")
{
    const auto format = chunk ("fmt ", formatPayload ({}));
    const auto other = chunk ("fmt ", formatPayload ({.rateHz = 8000}));
    const auto data = chunk ("data", testSampleBytes (100));
    for (const auto& body :
         {format + data + chunk ("data", "abcd"), format + chunk ("data", "") + data,
          format + other + data, format + data + other, chunk ("fmt ", "ab") + format + data})
    {
        auto opened = openBytes (riff (body));
        REQUIRE (opened.ok ());
        CHECK (readAll<std::int16_t> (**opened) == testSamples (100));
        CHECK ((*opened)->info ().rateHz == 16000);
        CHECK ((*opened)->info ().warnings.size () == 1);
    }
    auto opened = openBytes (riff (data + format));
    REQUIRE (opened.ok ());
    CHECK (readAll<std::int16_t> (**opened) == testSamples (100));

    CHECK (codeOf (riff (format)) == ErrorCode::badHeader);
    CHECK (codeOf (riff (data)) == ErrorCode::badHeader);
}

TEST_CASE ("a file of a million empty chunks is given up soon", "[wav]")
{
    std::string body;
    for (int i = 0; i < 1'000'000; ++i)
        body += std::string ("JUNK\0\0\0\0", 8);
    const double start = threadSeconds ();
    CHECK (codeOf (riff (body)) == ErrorCode::badHeader);
    CHECK (threadSeconds () - start < 0.5);
}

TEST_CASE ("NaN, infinity and 1e38 are refused with their place, or become 0", "[wav]")
{
    for (const float bad : {std::numeric_limits<float>::quiet_NaN (),
                            -std::numeric_limits<float>::infinity (), 1e38f, -1.1e9f})
        for (const int place : {0, 1'023, 1'024, 4'999})
        {
            std::vector<float> values (5'000, 0.25f);
            values[static_cast<std::size_t> (place)] = bad;
            std::string narrow, wide;
            for (const auto value : values)
            {
                narrow += littleEndian (std::bit_cast<std::uint32_t> (value), 4);
                wide +=
                    littleEndian (std::bit_cast<std::uint64_t> (static_cast<double> (value)), 8);
            }
            for (const int bits : {32, 64})
            {
                const auto bytes = wav ({.formatTag = 3, .numChannels = 2, .bits = bits},
                                        bits == 32 ? narrow : wide);
                const auto fault = faultOf (bytes);
                REQUIRE (fault.has_value ());
                CHECK (fault->code == ErrorCode::nonFinite);
                CHECK (fault->message.find ("sample " + std::to_string (place / 2)) !=
                       std::string::npos);
                CHECK (fault->byteOffset == 44 + place * bits / 8);

                auto opened = openBytes (bytes, kZeroNonFinite);
                REQUIRE (opened.ok ());
                auto expected = values;
                expected[static_cast<std::size_t> (place)] = 0;
                CHECK (readAll<float> (**opened) == expected);
                CHECK ((*opened)->nonFiniteCount () == 1);
            }
        }
}
