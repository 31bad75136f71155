// Damaged Ogg and MP3 files: refused, or kept up to the damage. No sample is invented for missing
// data.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <sndfile.h>

using namespace melstrom;
using namespace melstrom::testing;

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

    whole.replace (whole.find ("Xing"), 4, "none"); // removes the declared length
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
               "ends inside a frame, after " + count + " samples, which are used");

        const auto opened = openBytes (cut); // refused before a sample is read
        REQUIRE_FALSE (opened.ok ());
        CHECK (opened.error ().code == ErrorCode::truncated);
        CHECK (opened.error ().message.find ("declare " + std::to_string (some.size () + 1'152) +
                                             " samples, but only " + count + " are complete") !=
               std::string::npos);
        largest = std::max (largest, some.size ());
    }
    CHECK (largest == all.size () - 1'152);
}
