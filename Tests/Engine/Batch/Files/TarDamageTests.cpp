// Tars that are cut, damaged, joined, or made of random bytes.
#include "Engine/Batch/Files/TarIndex.h"
#include "Tests/Support/Batch/PackedTar.h"

#include <limits>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a tar that is cut at any byte has the members before and says where it ends", "[tar]")
{
    const auto whole = tarFile ("a.wav", std::string (10, 'a')) +
                       tarFile ("b.wav", std::string (600, 'b')) + tarEnd ();
    for (std::size_t length = 0; length < whole.size (); ++length)
    {
        INFO (length);
        Packed packed (whole.substr (0, length));
        Strings expected;
        if (length >= 522)
            expected.push_back ("a.wav");
        if (length >= 1024 + 512 + 600)
            expected.push_back ("b.wav");
        if (length < 2560 + 512) // before the first block of zeros
            expected.push_back ("");
        REQUIRE (packed.names () == expected);
        const auto damage = packed.damage ();
        REQUIRE (damage.has_value () == (length < 3072));
        if (! damage)
            continue;
        CHECK (damage->code == (length == 0 ? ErrorCode::emptyFile : ErrorCode::truncated));
        REQUIRE (damage->byteOffset.has_value ());
        CHECK (*damage->byteOffset % 512 == 0);
        CHECK (*damage->byteOffset <= static_cast<std::int64_t> (length) + 511);
    }
}

TEST_CASE ("a damaged header names its byte; members before it are there", "[tar]")
{
    auto bytes = tarFile ("a.wav", "a") + tarFile ("b.wav", "b") + tarEnd ();
    bytes[1024 + 3] ^= 1;
    Packed packed (bytes);
    CHECK (packed.names () == Strings {"a.wav", ""});
    const auto damage = packed.damage ();
    REQUIRE (damage);
    CHECK (damage->code == ErrorCode::badHeader);
    CHECK (damage->byteOffset == 1024);
    CHECK (damage->message.find ("byte 1024") != std::string::npos);
    CHECK (damage->message.find ("the 1 member before it is used") != std::string::npos);
}

TEST_CASE ("what is joined behind the end, and what speaks for all members, is reported", "[tar]")
{
    Packed joined (tarFile ("a.wav", "a") + tarEnd () + tarFile ("b.wav", "b") + tarEnd ());
    CHECK (joined.names () == Strings {"a.wav", ""});
    CHECK (joined.damage ()->byteOffset == 2048);
    Packed all (tarOfType ('g', "pax", paxRecord ("size", "1")) + tarFile ("a.wav", "a") +
                tarEnd ());
    CHECK (all.damage ()->code == ErrorCode::unsupportedFormat);
    for (const std::string record : {"9 path=a", "99999 path=a\n", "x", "3\n", "8 patha\n",
                                     "10 size=-\n", "99999999999999999999 path=a\n"})
    {
        INFO (record);
        Packed malformed (tarOfType ('x', "pax", record) + tarFile ("a.wav", "a") + tarEnd ());
        CHECK (malformed.damage ()->code == ErrorCode::badHeader);
        CHECK (malformed.damage ()->byteOffset == 0);
    }
    TarFields huge {.name = "pax", .type = 'x', .target = {}, .prefix = {}};
    huge.isBase256 = true;
    huge.declaredBytes = std::int64_t {1} << 40;
    CHECK (Packed (tarEntry (huge, "a") + tarEnd ()).damage ()->code == ErrorCode::badHeader);
    TarFields overflow {.name = "a.wav", .type = '0', .target = {}, .prefix = {}};
    overflow.isBase256 = true;
    overflow.declaredBytes = std::numeric_limits<std::int64_t>::max ();
    CHECK (Packed (tarEntry (overflow, "a") + tarEnd ()).damage ()->code == ErrorCode::truncated);
}

TEST_CASE ("any bytes give an index that stays inside its tar", "[tar]")
{
    const auto seed =
        tarFile ("a.wav", std::string (700, 'a')) +
        tarOfType ('L', "long", std::string (200, 'n') + ".wav") + tarFile ("cut", "5") +
        tarOfType ('1', "l.wav", {}, "a.wav") +
        tarOfType ('x', "pax", paxRecord ("path", "p.wav") + paxRecord ("size", "3")) +
        tarFile ("q", "666") + tarOfType ('S', "s.wav", "map") + tarEnd ();
    std::mt19937 random (7);
    for (int trial = 0; trial < 3000; ++trial)
    {
        auto bytes = seed;
        for (auto flips = 1 + random () % 4; flips > 0; --flips)
            bytes[random () % bytes.size ()] = static_cast<char> (random ());
        const auto header = random () % (bytes.size () / 512) * 512;
        bytes.replace (header + 148, 8, "        "); // corrects the checksum
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < 512; ++i)
            sum += static_cast<unsigned char> (bytes[header + i]);
        bytes.replace (header + 148, 8, octalText (sum, 6) + std::string ("\0 ", 2));
        MemoryStorage files;
        files.addFile ("a.tar", bytes);
        const auto file = files.openForReading ("a.tar");
        const auto index = TarIndex::read (**file, "a.tar");
        for (const auto& member : index.members ())
        {
            REQUIRE (member.offset >= 512);
            REQUIRE (member.bytes >= 0);
            REQUIRE (member.offset + member.bytes <= static_cast<std::int64_t> (bytes.size ()));
            REQUIRE (index.find (index.nameOf (member)) == &member);
        }
    }
}
