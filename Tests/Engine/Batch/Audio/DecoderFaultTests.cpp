// Damaged files of lossless codecs and of A-law: refused, or kept up to the damage. No sample is
// invented for missing data.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <algorithm>
#include <sndfile.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** Cuts `whole` at every `step`-th byte. Each cut gives a fault, or all samples if only bytes
    behind them were cut. With kKeepTruncated it may also give the first samples. Returns how often
    samples were kept. */
int cutEverywhere (const std::string& whole, const std::vector<std::int16_t>& samples,
                   std::size_t dataEnd, std::size_t step = 1)
{
    int numKept = 0;
    for (std::size_t length = 0; length < whole.size (); length += step)
    {
        INFO ("cut to " << length << " of " << whole.size ());
        const auto cut = whole.substr (0, length);
        REQUIRE (faultOf (cut).has_value () == (length < dataEnd));

        auto kept = openBytes (cut, kKeepTruncated);
        if (! kept)
            continue;
        const auto some = readAll<std::int16_t> (**kept);
        REQUIRE_FALSE (some.empty ());
        REQUIRE (some.size () <= samples.size ());
        REQUIRE (std::equal (some.begin (), some.end (), samples.begin ()));
        REQUIRE ((*kept)->info ().warnings.empty () == (length >= dataEnd));
        ++numKept;
    }
    return numKept;
}

} // namespace

TEST_CASE ("a cut AIFF, AU, CAF, W64 or FLAC is refused at every byte; what is kept is real",
           "[decoder]")
{
    const auto samples = testSamples (450);
    for (const int format : {SF_FORMAT_AIFF, SF_FORMAT_AU, SF_FORMAT_W64})
    {
        INFO (format);
        const auto whole = encoded (format | SF_FORMAT_PCM_16, 1, 16000, samples);
        CHECK (cutEverywhere (whole, samples, whole.size ()) >= 450);
    }
    // A FLAC block is decoded as a whole or not at all: of a sound of one block no samples are
    // kept.
    const auto flac = encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 16000, samples);
    CHECK (cutEverywhere (flac, samples, flac.size ()) == 0);
    const auto longer = testSamples (20'000);
    const auto blocks = encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 16000, longer);
    CHECK (cutEverywhere (blocks, longer, blocks.size (), 499) > 10);
    const auto caf = encoded (SF_FORMAT_CAF | SF_FORMAT_PCM_16, 1, 16000, samples);
    const auto last = testSampleBytes (450).substr (898);
    const std::string lastStored {last[1], last[0]};
    CHECK (cutEverywhere (caf, samples, caf.rfind (lastStored) + 2) >= 450);
}

TEST_CASE ("a cut A-law WAV or NIST file is refused with both counts", "[decoder]")
{
    auto bytes = encoded (SF_FORMAT_NIST | SF_FORMAT_PCM_16, 1, 16000, testSamples (450));
    bytes.resize (bytes.size () - 2 * 150);
    auto fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    CHECK (fault->message.find ("declares 450 samples but holds 300") != std::string::npos);

    bytes = encoded (SF_FORMAT_WAV | SF_FORMAT_ALAW, 1, 16000, testSamples (450));
    bytes.resize (bytes.size () - 150);
    fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    auto kept = openBytes (bytes, kKeepTruncated);
    REQUIRE (kept.ok ());
    CHECK ((*kept)->info ().numSamples == 300);
}

TEST_CASE ("a FLAC damaged anywhere in its sound is refused", "[decoder]")
{
    const auto whole = encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 48000, testSamples (40'000));
    REQUIRE (whole.size () > 40'000);
    for (std::size_t place = 9'000; place < whole.size (); place += 6'007)
    {
        auto bytes = whole;
        bytes[place] = static_cast<char> (bytes[place] ^ 0x10);
        const auto fault = faultOf (bytes);
        INFO ("byte " << place);
        REQUIRE (fault.has_value ());
        CHECK ((fault->code == ErrorCode::decodeFailed || fault->code == ErrorCode::truncated));
        CHECK (fault->message.find ("40000") != std::string::npos);
    }
    auto missing = whole;
    missing.erase (whole.size () / 2, whole.size () / 4);
    CHECK (faultOf (missing).has_value ());
}

TEST_CASE ("infinity in an AIFF is refused with its place, or becomes 0", "[decoder]")
{
    auto bytes = encoded (SF_FORMAT_AIFF | SF_FORMAT_FLOAT, 1, 16000, testSamples (450));
    const auto data = bytes.find ("SSND") + 16;
    bytes.replace (data + 4 * 300, 4, bigEndian (0x7F800000, 4));
    const auto fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::nonFinite);
    CHECK (fault->message.find ("sample 300 ") != std::string::npos);

    auto opened = openBytes (bytes, kZeroNonFinite);
    REQUIRE (opened.ok ());
    const auto samples = readAll<float> (**opened);
    CHECK (samples[300] == 0);
    CHECK (samples[299] == static_cast<float> (testSample (299)) / 32768);
    CHECK ((*opened)->nonFiniteCount () == 1);
}

TEST_CASE ("a coded file cut after it was opened is reported", "[decoder]")
{
    for (const int format : {SF_FORMAT_FLAC, SF_FORMAT_AIFF})
    {
        const auto bytes = encoded (format | SF_FORMAT_PCM_16, 1, 48000, testSamples (100'000));
        MemoryStorage storage;
        storage.addFile ("/a", bytes);
        auto opened = openAudio (storage, "/a", {});
        REQUIRE (opened.ok ());
        const auto half = static_cast<std::int64_t> (bytes.size () / 2);
        REQUIRE ((*storage.openForUpdate ("/a"))->resize (half).ok ());
        std::vector<std::int16_t> samples (100'000);
        const auto done = (*opened)->read (samples.data (), 0, 100'000);
        REQUIRE_FALSE (done.ok ());
        CHECK (done.error ().code == ErrorCode::fileChanged);
    }
}
