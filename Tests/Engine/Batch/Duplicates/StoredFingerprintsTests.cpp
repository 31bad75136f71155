#include "Engine/Batch/Duplicates/StoredFingerprints.h"

#include "Engine/Core/Crc32c.h"
#include "Tests/Support/Catch.h"

#include <cstring>
#include <map>
#include <random>

using namespace melstrom;

namespace
{

/** Bytes as an open file. */
class TextFile final : public ReadableFile
{
public:
    explicit TextFile (std::string text) : text_ (std::move (text)) {}
    FileInfo info () const override { return {}; }
    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const auto first = std::min (text_.size (), static_cast<std::size_t> (offset));
        const auto count = std::min (bytes, text_.size () - first);
        std::memcpy (to, text_.data () + first, count);
        return count;
    }

private:
    std::string text_;
};

using Prints = std::map<std::string, Fingerprint>;

Prints randomPrints (int count)
{
    std::mt19937 random (6);
    Prints prints;
    for (int i = 0; i < count; ++i)
    {
        Fingerprint print;
        print.stat = {static_cast<std::int64_t> (random ()), static_cast<std::int64_t> (random ()),
                      random ()};
        print.contentHash = std::uint64_t {random ()} << 32 | random ();
        std::uint32_t packed = 0;
        for (std::size_t peak = random () % 900; peak > 0; --peak)
            print.peaks.push_back (
                {packed += 1 + random () % (peak % 7 == 0 ? 1u << 20 : 1u << 9)});
        if (i % 2 == 0)
        {
            print.shape.emplace ();
            for (auto& level : print.shape->levels)
                level = static_cast<std::uint8_t> (random ());
            for (auto& time : print.shape->times)
                time = static_cast<std::uint8_t> (random ());
        }
        prints["folder/\xff" + std::to_string (i) + ".wav"] = print;
    }
    prints["largest"].peaks = {{0}, SpectralPeak::at (kFingerprintFrames - 1, 255)};
    prints["none"];
    prints["shape"].shape.emplace ();
    return prints;
}

std::string textOf (const Prints& prints)
{
    std::string text;
    auto at = prints.begin ();
    const auto written = writeFingerprints (
        [&text] (std::string_view piece) -> Result<void>
        {
            text += piece;
            return {};
        },
        [&] () -> NamedFingerprint
        {
            if (at == prints.end ())
                return {};
            const auto& [path, print] = *at++;
            return {path, &print};
        });
    REQUIRE (written);
    return text;
}

Prints readBack (const std::string& text)
{
    TextFile file (text);
    Prints prints;
    REQUIRE (readFingerprints (file, [&] (std::string_view path, Fingerprint&& print)
                               { prints[std::string (path)] = std::move (print); }));
    return prints;
}

bool areEqual (const Fingerprint& a, const Fingerprint& b)
{
    return a.stat == b.stat && a.contentHash == b.contentHash && a.peaks == b.peaks &&
           a.shape == b.shape;
}

} // namespace

TEST_CASE ("stored fingerprints are read back", "[duplicates]")
{
    const auto prints = randomPrints (GENERATE (0, 1, 2'000)); // several blocks
    const auto read = readBack (textOf (prints));
    REQUIRE (read.size () == prints.size ());
    for (const auto& [path, print] : prints)
        if (! areEqual (read.at (path), print))
            FAIL (path);
}

TEST_CASE ("damaged stored fingerprints are left out", "[duplicates]")
{
    const auto prints = randomPrints (2'000);
    const auto whole = textOf (prints);
    std::mt19937 random (7);
    for (int turn = 0; turn < 60; ++turn)
    {
        auto text = whole;
        if (turn % 2 == 0)
            text.resize (random () % text.size ());
        else
            text[random () % text.size ()] ^= static_cast<char> (1 << random () % 8);
        const auto read = readBack (text);
        CHECK (read.size () < prints.size ());
        for (const auto& [path, print] : read)
            if (! areEqual (prints.at (path), print))
                FAIL (path);
    }
}

TEST_CASE ("stored fingerprints of another version are not used", "[duplicates]")
{
    auto text = textOf (randomPrints (20));
    REQUIRE (static_cast<std::uint32_t> (text[8]) == kFingerprintVersion);
    REQUIRE_FALSE (readBack (text).empty ());
    for (const char version : {'\0', '\4'})
    {
        text[8] = version;
        CHECK (readBack (text).empty ());
    }
}

TEST_CASE ("stored fingerprints of older versions serve files that are gone, and no others",
           "[duplicates]")
{
    auto prints = randomPrints (2'000);
    const char version = GENERATE ('\1', '\2');
    if (version == '\1')
        for (auto& [path, print] : prints)
            print.shape.reset ();
    auto text = textOf (prints);
    text[8] = version;
    const auto read = readBack (text);
    REQUIRE (read.size () == prints.size ());
    for (auto& [path, print] : prints)
    {
        print.stat = {};
        if (! areEqual (read.at (path), print))
            FAIL (path);
    }
    CHECK (InputStat {}.bytes < 0); // no file has that
}

TEST_CASE ("a record with a shape of another size is damaged", "[duplicates]")
{
    Prints prints;
    prints["a"].shape.emplace ();
    const auto whole = textOf (prints);
    constexpr std::size_t kRecord = 16 + 8, kShapeBytes = kRecord + 44;
    REQUIRE (whole.size () == kRecord + 48 + 1 + sizeof (ShortShape));
    for (const std::uint32_t bytes : {0u, 33u, 35u, 0xffffffffu})
    {
        auto text = whole;
        std::memcpy (text.data () + kShapeBytes, &bytes, sizeof bytes);
        const std::uint32_t crc = crc32c (0, text.data () + kRecord, text.size () - kRecord);
        std::memcpy (text.data () + kRecord - sizeof crc, &crc, sizeof crc);
        const auto read = readBack (text);
        CHECK ((bytes == 0 ? ! read.contains ("a") || ! read.at ("a").shape : read.empty ()));
    }
}

TEST_CASE ("a record with peaks that no sound has is damaged", "[duplicates]")
{
    Prints prints;
    prints["a"].peaks = {{300}, {301}};
    CHECK (readBack (textOf (prints)).contains ("a"));
    const std::vector<SpectralPeak> twice {{300}, {300}},
        late {{300}, SpectralPeak::at (kFingerprintFrames, 0)},
        many (std::size_t {64} * kFingerprintFrames + 1); // more than 64 a frame
    for (const auto& peaks : {twice, late, many})
    {
        prints["a"].peaks = peaks;
        CHECK (readBack (textOf (prints)).empty ());
    }
}

TEST_CASE ("a block with a right checksum may hold anything", "[duplicates]")
{
    const auto whole = textOf (randomPrints (20));
    constexpr std::size_t kRecords = 16 + 8; // behind the headers of file and block
    std::mt19937 random (8);
    for (int turn = 0; turn < 3'000; ++turn)
    {
        auto text = whole;
        for (std::size_t change = 1 + random () % 3; change > 0; --change)
            text[kRecords + random () % (text.size () - kRecords)] = static_cast<char> (random ());
        const std::uint32_t crc = crc32c (0, text.data () + kRecords, text.size () - kRecords);
        std::memcpy (text.data () + kRecords - sizeof crc, &crc, sizeof crc);
        for (const auto& [path, print] : readBack (text)) // under the sanitizers
            CHECK (std::ranges::is_sorted (print.peaks));
    }
}
