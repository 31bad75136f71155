// Damaged files of every coding: refused, or kept up to the damage; nothing is made up for what is
// missing.
#include "Tests/Support/AudioBytes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/MemoryStorage.h"
#include "Tests/Support/WavBuilder.h"

#include <algorithm>
#include <sndfile.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** Cuts `whole` at every byte. Nothing may come of it but a fault, all of the samples (when only
   what follows them was cut) or, when those are kept, the first of them. */
void cutEverywhere (const std::string& whole, const std::vector<std::int16_t>& samples,
                    std::size_t dataEnd)
{
    for (std::size_t length = 0; length < whole.size (); ++length)
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
    }
}

} // namespace

TEST_CASE ("a cut AIFF, AU, CAF, W64 or FLAC is refused at every byte; what is kept is real",
           "[decoder]")
{
    const auto samples = testSamples (450);
    for (const int format : {SF_FORMAT_AIFF, SF_FORMAT_AU, SF_FORMAT_W64, SF_FORMAT_FLAC})
    {
        INFO (format);
        const auto whole = encoded (format | SF_FORMAT_PCM_16, 1, 16000, samples);
        cutEverywhere (whole, samples, whole.size ());
    }
    const auto caf = encoded (SF_FORMAT_CAF | SF_FORMAT_PCM_16, 1, 16000, samples);
    const auto last = testSampleBytes (450).substr (898);
    const std::string lastStored {last[1], last[0]};
    cutEverywhere (caf, samples, caf.rfind (lastStored) + 2);
}

TEST_CASE ("a cut A-law WAV or NIST file is refused with both counts", "[decoder]")
{
    auto bytes = encoded (SF_FORMAT_NIST | SF_FORMAT_PCM_16, 1, 16000, testSamples (450));
    bytes.resize (bytes.size () - 2 * 150);
    auto fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    CHECK (fault->message.find ("declares 450 samples and holds 300") != std::string::npos);

    bytes = encoded (SF_FORMAT_WAV | SF_FORMAT_ALAW, 1, 16000, testSamples (450));
    bytes.resize (bytes.size () - 150);
    fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    auto kept = openBytes (bytes, kKeepTruncated);
    REQUIRE (kept.ok ());
    CHECK ((*kept)->info ().numSamples == 300);
}

TEST_CASE ("an AIFF that declares more samples than its data have is refused", "[decoder]")
{
    auto bytes = encoded (SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 1, 16000, testSamples (450));
    const auto place = bytes.find ("COMM") + 8 + 2;
    REQUIRE (bytes.substr (place, 4) == bigEndian (450, 4));
    bytes.replace (place, 4, bigEndian (451, 4));
    const auto fault = faultOf (bytes);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    CHECK (fault->message.find ("declares 451 samples and holds 450") != std::string::npos);
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

TEST_CASE ("an Ogg cut, damaged or with a page missing is refused", "[decoder]")
{
    const auto tone = testTone (400'000, 0.01);
    for (const int subtype : {SF_FORMAT_VORBIS, SF_FORMAT_OPUS})
    {
        const auto whole = encoded (SF_FORMAT_OGG | subtype, 1, 48000, tone);
        std::vector<std::size_t> pages;
        for (auto place = whole.find ("OggS"); place != std::string::npos;
             place = whole.find ("OggS", place + 1))
            pages.push_back (place);
        REQUIRE (pages.size () >= 5);
        REQUIRE_FALSE (faultOf (whole).has_value ());

        for (std::size_t length = 1; length < whole.size (); length += 997)
            if (std::find (pages.begin (), pages.end (), length) == pages.end ())
                REQUIRE (faultOf (whole.substr (0, length)).has_value ());

        const auto middle = pages[pages.size () - 3], next = pages[pages.size () - 2];
        auto bytes = whole;
        bytes[(middle + next) / 2] ^= 1;
        auto fault = faultOf (bytes);
        REQUIRE (fault.has_value ());
        CHECK (fault->code == ErrorCode::decodeFailed);
        CHECK (fault->byteOffset == static_cast<std::int64_t> (middle));

        fault = faultOf (whole.substr (0, middle) + whole.substr (next));
        REQUIRE (fault.has_value ());
        CHECK (fault->code == ErrorCode::decodeFailed);

        auto kept = openBytes (whole.substr (0, next + 100), kKeepTruncated);
        REQUIRE (kept.ok ());
        CHECK_FALSE ((*kept)->info ().warnings.empty ());
        const auto some = readAll<float> (**kept);
        auto complete = openBytes (whole);
        REQUIRE (complete.ok ());
        const auto all = readAll<float> (**complete);
        REQUIRE (some.size () > all.size () / 4);
        REQUIRE (some.size () < all.size ());
        CHECK (std::equal (some.begin (), some.end (), all.begin ()));
    }
}

TEST_CASE ("a cut MP3 that says how long it is is refused with both counts", "[decoder]")
{
    const auto whole =
        encoded (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 1, 48000, testTone (60'000, 0.01));
    const auto cut = whole.substr (0, whole.size () * 6 / 10);
    const auto fault = faultOf (cut);
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    CHECK (fault->message.find ("declares 60000 samples") != std::string::npos);
    auto kept = openBytes (cut, kKeepTruncated);
    REQUIRE (kept.ok ());
    CHECK ((*kept)->info ().numSamples > 25'000);
    CHECK ((*kept)->info ().numSamples < 37'000);
    CHECK_FALSE ((*kept)->info ().warnings.empty ());
}

TEST_CASE ("an MP3 with a hole, or that ends inside a frame, is refused", "[decoder]")
{
    auto whole =
        encoded (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 1, 48000, testTone (60'000, 0.01));
    CHECK_FALSE (faultOf (whole + "TAG" + std::string (125, ' ')).has_value ()); // tags may follow
    auto fault =
        faultOf (whole.substr (0, whole.size () / 2) + whole.substr (whole.size () / 2 + 100));
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::decodeFailed);

    whole.replace (whole.find ("Xing"), 4, "none"); // now nothing says how long it is
    CHECK_FALSE (faultOf (whole).has_value ());
    fault = faultOf (whole.substr (0, whole.size () - 10));
    REQUIRE (fault.has_value ());
    CHECK (fault->code == ErrorCode::truncated);
    CHECK_FALSE (faultOf (whole.substr (0, whole.size () - 10), kKeepTruncated).has_value ());
}

TEST_CASE ("an MP3 that does not say its length is kept up to the frame it ends in", "[decoder]")
{
    auto whole =
        encoded (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 1, 48000, testTone (60'000, 0.01));
    whole.replace (whole.find ("Xing"), 4, "none");
    auto complete = openBytes (whole);
    REQUIRE (complete.ok ());
    const auto all = readAll<float> (**complete);

    std::size_t largest = 0;
    for (const auto length : {whole.size () - 1, whole.size () - 10, whole.size () / 2 + 7,
                              whole.size () / 3, whole.size () / 4 + 3, whole.size () / 7})
    {
        INFO ("cut to " << length << " of " << whole.size ());
        const auto cut = whole.substr (0, length);
        auto kept = openBytes (cut, kKeepTruncated);
        REQUIRE (kept.ok ());
        const auto some = readAll<float> (**kept);
        REQUIRE (some.size () % 1'152 == 0);
        CHECK (some.size () >= 1'152);
        CHECK (some.size () < all.size ());
        CHECK (std::equal (some.begin (), some.end (), all.begin ()));
        REQUIRE ((*kept)->info ().warnings.size () == 1);
        const auto count = std::to_string (some.size ());
        CHECK ((*kept)->info ().warnings[0] ==
               "ends inside a frame, after " + count + " samples, which are taken");

        const auto opened = openBytes (cut); // refused before a sample is asked for
        REQUIRE_FALSE (opened.ok ());
        CHECK (opened.error ().code == ErrorCode::truncated);
        CHECK (opened.error ().message.find ("make " + std::to_string (some.size () + 1'152) +
                                             " samples, of which " + count + " are there") !=
               std::string::npos);
        largest = std::max (largest, some.size ());
    }
    CHECK (largest == all.size () - 1'152);
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
        const char* text; ///< empty: it is taken
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
