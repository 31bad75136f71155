// WAV files with a wrong declared length: refused with both counts, or read at their actual length.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

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

bool mentions (const std::string& text, std::int64_t number)
{
    return text.find (" " + std::to_string (number) + " ") != std::string::npos;
}

} // namespace

TEST_CASE ("a file shorter than it declares is refused with both counts", "[wav]")
{
    auto bytes = wav ({.numChannels = 2}, testSampleBytes (2 * 500));
    bytes.resize (bytes.size () - 4 * 200 + 1);
    const auto fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    CHECK (mentions (fault->message, 500));
    CHECK (fault->message.find ("holds 300") != std::string::npos);
    CHECK (fault->byteOffset == static_cast<std::int64_t> (bytes.size ()));

    auto kept = openBytes (bytes, kKeepTruncated);
    REQUIRE (kept.ok ());
    CHECK (readAll<std::int16_t> (**kept) == testSamples (2 * 300));
    REQUIRE ((*kept)->info ().warnings.size () == 1);
    CHECK (mentions ((*kept)->info ().warnings[0], 500));
}

TEST_CASE ("a WAV cut at any byte is refused; what is kept is real", "[wav]")
{
    for (const auto& whole :
         {wav ({}, testSampleBytes (490)), rf64 ({}, testSampleBytes (464), 928),
          riff (chunk ("LIST", "abc") + chunk ("fmt ", extensiblePayload ({}, 16)) +
                chunk ("data", testSampleBytes (460)))})
    {
        int numKept = 0;
        for (std::size_t length = 0; length < whole.size (); ++length)
        {
            const auto cut = whole.substr (0, length);
            const auto fault = faultOf (cut);
            INFO ("cut to " << length << " of " << whole.size ());
            REQUIRE (fault.has_value ());

            auto kept = openBytes (cut, kKeepTruncated);
            if (! kept)
                continue;
            const auto samples = readAll<std::int16_t> (**kept);
            REQUIRE_FALSE (samples.empty ());
            REQUIRE (samples == testSamples (static_cast<std::int64_t> (samples.size ())));
            REQUIRE_FALSE ((*kept)->info ().warnings.empty ());
            ++numKept;
        }
        CHECK (numKept > 400);
    }
}

TEST_CASE ("a streamed file, of size 0 or 2^32 - 1, goes to its end, with a warning", "[wav]")
{
    const auto format = chunk ("fmt ", formatPayload ({}));
    for (const std::uint32_t declared : {0u, 0xFFFFFFFFu})
    {
        auto opened = openBytes (
            riff (format + chunkDeclaring ("data", declared, testSampleBytes (100) + "x")));
        REQUIRE (opened.ok ());
        CHECK (readAll<std::int16_t> (**opened) == testSamples (100));
        CHECK_FALSE ((*opened)->info ().warnings.empty ());
    }
    // Chunks behind an empty data chunk are not samples.
    CHECK (codeOf (riff (format + chunk ("data", "") + chunk ("LIST", "abcd"))) ==
           ErrorCode::noSamples);
    CHECK (codeOf (riff (format + chunk ("data", ""))) == ErrorCode::noSamples);
}

TEST_CASE ("chunk sizes near 2^32 lead nowhere", "[wav]")
{
    const auto format = chunk ("fmt ", formatPayload ({}));
    for (const std::uint32_t declared : {0xFFFFFFFEu, 0xFFFFFFF0u, 0x80000000u, 0x7FFFFFFFu})
    {
        const auto data = testSampleBytes (10);
        CHECK (codeOf (riff (format + chunkDeclaring ("data", declared, data))) ==
               ErrorCode::truncated);
        CHECK (codeOf (riff (chunkDeclaring ("LIST", declared, data) + format)) ==
               ErrorCode::badHeader);
        const auto longFormat = chunkDeclaring ("fmt ", declared, formatPayload ({}) + data);
        CHECK (codeOf (riff (longFormat)) == ErrorCode::badHeader);
    }
}

TEST_CASE ("RF64 whose ds64 is missing or lies is refused", "[wav]")
{
    const auto data = testSampleBytes (100);
    const auto bare =
        chunk ("fmt ", formatPayload ({})) + chunkDeclaring ("data", 0xFFFFFFFF, data);
    CHECK (codeOf (riff (bare, "RF64")) == ErrorCode::badHeader);
    CHECK (codeOf (riff (chunk ("ds64", "abcdefgh") + bare, "RF64")) == ErrorCode::badHeader);

    constexpr auto largest = std::numeric_limits<std::uint64_t>::max ();
    CHECK (codeOf (rf64 ({}, data, largest)) == ErrorCode::badHeader);
    CHECK (codeOf (rf64 ({}, data, largest - 7)) == ErrorCode::badHeader);
    CHECK (codeOf (rf64 ({}, data, largest / 2)) == ErrorCode::truncated);
    CHECK (codeOf (rf64 ({}, data, 202)) == ErrorCode::truncated);
}

TEST_CASE ("a file cut after it was opened is reported, not filled up", "[wav]")
{
    MemoryStorage storage;
    storage.addFile ("/a.wav", wav ({}, testSampleBytes (10'000)));
    auto opened = openAudio (storage, "/a.wav", {});
    REQUIRE (opened.ok ());
    REQUIRE ((*storage.openForUpdate ("/a.wav"))->resize (44 + 2 * 4'000).ok ());
    std::vector<std::int16_t> samples (5'000);
    REQUIRE ((*opened)->read (samples.data (), 0, 4'000).ok ());
    const auto done = (*opened)->read (samples.data (), 0, 5'000);
    REQUIRE_FALSE (done.ok ());
    CHECK (done.error ().code == ErrorCode::fileChanged);
    CHECK (mentions (done.error ().message, 10'000));
}
