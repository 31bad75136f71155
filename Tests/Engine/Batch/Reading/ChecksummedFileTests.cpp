// A file that is read once, into the place of its samples and into a checksum.
#include "Engine/Batch/Reading/ChecksummedFile.h"
#include "Engine/Core/Crc32c.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cstring>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::size_t kHeaderBytes = 44;
const std::atomic<bool> kGoOn {false};

using Bytes = std::vector<std::byte>;

Bytes randomBytes (std::size_t count)
{
    std::mt19937 random (1);
    Bytes bytes (count);
    for (std::byte& each : bytes)
        each = static_cast<std::byte> (random ());
    return bytes;
}

/** Bytes in memory; counts the bytes that were read, and may have become shorter. */
class CountedFile final : public ReadableFile
{
public:
    CountedFile (const Bytes& bytes, std::size_t& numRead, std::size_t missing)
        : bytes_ (bytes), numRead_ (numRead), missing_ (missing)
    {
    }
    FileInfo info () const override
    {
        return {EntryKind::file, static_cast<std::int64_t> (bytes_.size ())};
    }
    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const std::size_t end = bytes_.size () - missing_,
                          first = static_cast<std::size_t> (offset);
        const std::size_t count = first < end ? std::min (bytes, end - first) : 0;
        std::memcpy (to, bytes_.data () + first, count);
        numRead_ += count;
        return count;
    }

private:
    const Bytes& bytes_;
    std::size_t& numRead_;
    std::size_t missing_;
};

/** A file of a header, samples and other bytes, and the place for its samples. */
struct Setup
{
    Setup (std::size_t numSampleBytes, std::size_t numOthers)
        : bytes (randomBytes (kHeaderBytes + numSampleBytes + numOthers)), place (numSampleBytes)
    {
    }

    ChecksummedFile file (std::size_t missing = 0)
    {
        return {std::make_unique<CountedFile> (bytes, numRead, missing), place};
    }
    /** As a WavFile is opened. */
    void readHeader (ReadableFile& file) const
    {
        Bytes front (std::min<std::size_t> (bytes.size (), 4096));
        REQUIRE (*file.readAt (front.data (), front.size (), 0) == front.size ());
        CHECK (std::memcmp (front.data (), bytes.data (), front.size ()) == 0);
    }
    void readSamples (ReadableFile& file, Bytes& to) const
    {
        REQUIRE (*file.readAt (to.data (), to.size (), kHeaderBytes) == to.size ());
        CHECK (std::memcmp (to.data (), bytes.data () + kHeaderBytes, to.size ()) == 0);
    }
    void checkChecksum (ChecksummedFile& file) const
    {
        const auto crc = file.checksum (kGoOn);
        REQUIRE (crc.ok ());
        CHECK (*crc == crc32c (0, bytes.data (), bytes.size ()));
    }

    Bytes bytes, place;
    std::size_t numRead = 0;
};
} // namespace

TEST_CASE ("the samples of a file come to their place with one read of each byte", "[reading]")
{
    for (const std::size_t numSampleBytes : {2u, 4052u, 4054u, 81'920u, 1'000'000u})
    {
        INFO (numSampleBytes);
        Setup setup (numSampleBytes, 0);
        auto file = setup.file ();
        setup.readHeader (file);
        setup.readSamples (file, setup.place);
        setup.checkChecksum (file);
        CHECK (setup.numRead == setup.bytes.size ());
    }
}

TEST_CASE ("a file on disk comes to its place, too", "[reading]")
{
    const TemporaryFolder folder;
    Setup setup (81'920, 0);
    const auto path = folder.write (
        "a.wav", {reinterpret_cast<const char*> (setup.bytes.data ()), setup.bytes.size ()});
    auto opened = posixStorage ().openForReading (path);
    REQUIRE (opened.ok ());
    ChecksummedFile file (*std::move (opened), setup.place);
    setup.readHeader (file);
    setup.readSamples (file, setup.place);
    setup.checkChecksum (file);
}

TEST_CASE ("samples that are not last in the file, or go elsewhere, are right", "[reading]")
{
    Setup behind (81'920, 100); // other bytes follow
    auto file = behind.file ();
    behind.readHeader (file);
    behind.readSamples (file, behind.place);
    behind.checkChecksum (file);

    Setup elsewhere (81'920, 0);
    auto other = elsewhere.file ();
    elsewhere.readHeader (other);
    Bytes to (elsewhere.place.size ());
    elsewhere.readSamples (other, to);
    elsewhere.readSamples (other, to); // once more
    elsewhere.checkChecksum (other);

    Setup large (10'000, 0); // a place that cannot be this file's
    ChecksummedFile unplaced (std::make_unique<CountedFile> (large.bytes, large.numRead, 0), {});
    std::byte last {};
    REQUIRE (*unplaced.readAt (&last, 1, 10'043) == 1); // not in order
    CHECK (last == large.bytes.back ());
    large.readSamples (unplaced, large.place);
    large.checkChecksum (unplaced);
}

TEST_CASE ("a file that became shorter has no checksum", "[reading]")
{
    for (const std::size_t missing : {1u, 80'000u, 81'964u})
    {
        INFO (missing);
        Setup setup (81'920, 0);
        auto file = setup.file (missing);
        Bytes to (81'920);
        const auto got = file.readAt (to.data (), to.size (), kHeaderBytes);
        REQUIRE (got.ok ());
        CHECK (*got == 81'920 - std::min<std::size_t> (missing, 81'920));
        const auto crc = file.checksum (kGoOn);
        REQUIRE_FALSE (crc.ok ());
        CHECK (crc.error ().code == ErrorCode::fileChanged);
    }
}
