// Headers that declare impossible contents, in containers other than WAV.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"

#include <sndfile.h>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("an AIFF that declares more samples than its data have is refused", "[decoder]")
{
    auto bytes = encoded (SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 1, 16000, testSamples (450));
    const auto place = bytes.find ("COMM") + 8 + 2;
    REQUIRE (bytes.substr (place, 4) == bigEndian (450, 4));
    bytes.replace (place, 4, bigEndian (451, 4));
    const auto fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    CHECK (fault->message.find ("declares 451 samples but holds 450") != std::string::npos);
}

TEST_CASE ("a FLAC whose header promises hours in 20 kB is refused", "[decoder]")
{
    auto bytes = encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 48000,
                          std::vector<std::int16_t> (100'000, 7));
    REQUIRE (bytes.size () < 20'000);
    bytes[8 + 13] = static_cast<char> (bytes[8 + 13] | 0x0F); // the top 4 of 36 bits: 2^36 samples
    const auto opened = openBytes (bytes);
    REQUIRE_FALSE (opened.ok ());
    CHECK (opened.error ().code == ErrorCode::badHeader);
    CHECK_FALSE (openBytes (bytes, kKeepTruncated).ok ());
}

TEST_CASE ("more than 64 channels and impossible rates are refused in every container", "[decoder]")
{
    auto bytes = encoded (SF_FORMAT_AU | SF_FORMAT_PCM_16, 1, 16000, testSamples (450));
    bytes.replace (20, 4, bigEndian (65, 4));
    REQUIRE (faultOf (bytes).has_value ());
    CHECK (faultOf (bytes)->code == ErrorCode::tooManyChannels);

    bytes = encoded (SF_FORMAT_AU | SF_FORMAT_PCM_16, 1, 16000, testSamples (450));
    bytes.replace (16, 4, bigEndian (768'001, 4));
    REQUIRE (faultOf (bytes).has_value ());
    CHECK (faultOf (bytes)->code == ErrorCode::badRate);
}

TEST_CASE ("an AIFF of a rate below 1 Hz, or of none, is refused; others are taken", "[decoder]")
{
    struct Rate
    {
        std::uint64_t signAndExponent, mantissa;
        const char* text; ///< empty: the rate is accepted
    };
    constexpr std::uint64_t one = std::uint64_t {1} << 63;
    const auto plain = encoded (SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 1, 16000, testSamples (450));
    const auto packed = encoded (SF_FORMAT_AIFF | SF_FORMAT_FLOAT, 1, 16000, testSamples (450));
    REQUIRE (packed.find ("AIFC") == 8);
    for (const auto& whole : {plain, packed})
        for (const auto& [signAndExponent, mantissa, text] :
             {Rate {0, 0, "declares a rate of 0 Hz"}, Rate {0x8000, 0, "declares a rate of 0 Hz"},
              Rate {0x400C, 0, "declares a rate of 0 Hz"}, // no leading 1
              Rate {0x3FFE, one, "declares a rate of less than 1 Hz"},
              Rate {0, 1, "declares a rate of less than 1 Hz"},
              Rate {0xC00C, one, "declares a negative rate"},
              Rate {0x7FFF, 0, "declares a rate that is not a number"},
              Rate {0xFFFF, one, "declares a rate that is not a number"},
              Rate {0x7FFF, one | 1, "declares a rate that is not a number"},
              Rate {0x407F, one, "Hz can be read"}, // 2^64
              Rate {0x3FFF, one, ""}, Rate {0x400C, one, ""}})
        {
            INFO (signAndExponent << " " << mantissa);
            auto bytes = whole;
            bytes.replace (bytes.find ("COMM") + 8 + 8, 10,
                           bigEndian (signAndExponent, 2) + bigEndian (mantissa, 8));
            const auto fault = faultOf (bytes);
            REQUIRE (fault.has_value () == (*text != '\0'));
            if (! fault)
                continue;
            CHECK (fault->code == ErrorCode::badRate);
            CHECK (fault->message.find (text) != std::string::npos);
        }
}
