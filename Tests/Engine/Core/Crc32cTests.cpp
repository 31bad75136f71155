#include "Engine/Core/Crc32c.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

using namespace melstrom;

namespace
{

using Bytes = std::vector<unsigned char>;

/** The definition, one bit at a time. */
std::uint32_t referenceCrc32c (const unsigned char* data, std::size_t bytes)
{
    std::uint32_t state = 0xffffffffu;
    for (std::size_t i = 0; i < bytes; ++i)
    {
        state ^= data[i];
        for (int bit = 0; bit < 8; ++bit)
            state = (state & 1u) != 0 ? (state >> 1) ^ 0x82f63b78u : state >> 1;
    }
    return ~state;
}

Bytes randomBytes (std::size_t count, std::uint32_t seed)
{
    std::mt19937 random {seed};
    Bytes bytes (count);
    std::generate (bytes.begin (), bytes.end (),
                   [&] { return static_cast<unsigned char> (random ()); });
    return bytes;
}

std::uint32_t checksum (const Bytes& bytes)
{
    return crc32c (0, bytes.data (), bytes.size ());
}

/** Lengths around the steps of 8 and 256 bytes and around the three blocks of 8 KiB. */
std::vector<std::size_t> oddLengths ()
{
    std::vector<std::size_t> lengths (70);
    std::iota (lengths.begin (), lengths.end (), std::size_t {0});
    for (const std::size_t middle : {256u, 512u, 768u, 8192u, 24576u, 49152u, 100000u})
        for (std::size_t length = middle - 9; length <= middle + 9; ++length)
            lengths.push_back (length);
    return lengths;
}

void checkAgainstReference (Crc32cKernel kernel)
{
    const Bytes bytes = randomBytes (100100, 1);
    for (const std::size_t length : oddLengths ())
        for (const std::size_t start : {0u, 1u, 7u})
        {
            INFO ("length " << length << " from " << start);
            const unsigned char* data = bytes.data () + start;
            REQUIRE (~kernel (~0u, data, length) == referenceCrc32c (data, length));
        }
}

} // namespace

TEST_CASE ("CRC-32C has the published check value", "[crc32c]")
{
    constexpr std::string_view digits = "123456789";
    CHECK (crc32c (0, digits.data (), digits.size ()) == 0xe3069283u);
    CHECK (crc32c (0, nullptr, 0) == 0u);
}

TEST_CASE ("CRC-32C gives the answers of RFC 3720, B.4", "[crc32c]")
{
    Bytes rising (32);
    std::iota (rising.begin (), rising.end (), static_cast<unsigned char> (0));
    const Bytes falling (rising.rbegin (), rising.rend ());
    Bytes readCommand (48, 0);
    readCommand[0] = 0x01;
    readCommand[1] = 0xc0;
    readCommand[16] = 0x14;
    readCommand[22] = 0x04;
    readCommand[27] = 0x14;
    readCommand[31] = 0x18;
    readCommand[32] = 0x28;
    readCommand[40] = 0x02;

    CHECK (checksum (Bytes (32, 0x00)) == 0x8a9136aau);
    CHECK (checksum (Bytes (32, 0xff)) == 0x62a8ab43u);
    CHECK (checksum (rising) == 0x46dd794eu);
    CHECK (checksum (falling) == 0x113fdb5cu);
    CHECK (checksum (readCommand) == 0xd9963a56u);
}

TEST_CASE ("the table kernel of CRC-32C follows the definition", "[crc32c]")
{
    checkAgainstReference (softwareCrc32c);
}

TEST_CASE ("the hardware kernel of CRC-32C follows the definition", "[crc32c]")
{
    const Crc32cKernel kernel = hardwareCrc32c ();
    if (kernel == nullptr)
        testing::skipTest ("this processor has no CRC-32C instruction");
    else
        checkAgainstReference (kernel);
}

TEST_CASE ("the wide kernel of CRC-32C follows the definition, from any register", "[crc32c]")
{
    const Crc32cKernel kernel = wideCrc32c ();
    if (kernel == nullptr)
        return testing::skipTest ("this processor has no carry-less multiplication of 64 bytes");
    checkAgainstReference (kernel);
    const Bytes bytes = randomBytes (5000, 4);
    for (const std::uint32_t state : {0u, 1u, 0x80000000u, 0x12345678u})
        CHECK (kernel (state, bytes.data (), bytes.size ()) ==
               softwareCrc32c (state, bytes.data (), bytes.size ()));
}

TEST_CASE ("a CRC-32C taken in pieces equals that of the whole", "[crc32c]")
{
    const Bytes bytes = randomBytes (60000, 2);
    const std::uint32_t whole = checksum (bytes);
    for (const std::size_t cut : {0u, 1u, 8u, 8191u, 24576u, 30001u, 59999u, 60000u})
    {
        INFO ("cut at " << cut);
        const std::uint32_t first = crc32c (0, bytes.data (), cut);
        const std::uint32_t second = crc32c (0, bytes.data () + cut, bytes.size () - cut);
        CHECK (crc32c (first, bytes.data () + cut, bytes.size () - cut) == whole);
        CHECK (crc32cCombine (first, second, bytes.size () - cut) == whole);
    }
}

TEST_CASE ("CRC-32Cs of parts combine over lengths beyond 4 GiB", "[crc32c]")
{
    // A run of zeros, doubled by combining it with itself, must have the same checksum in every
    // order of combining.
    const unsigned char zero = 0;
    std::uint32_t run = crc32c (0, &zero, 1);
    std::uint64_t runBytes = 1;
    for (; runBytes < (std::uint64_t {1} << 40); runBytes *= 2)
        run = crc32cCombine (run, run, runBytes);
    const Bytes tail = randomBytes (100, 3);
    const std::uint32_t two = crc32cCombine (run, run, runBytes);
    CHECK (crc32cCombine (two, checksum (tail), 100) ==
           crc32cCombine (run, crc32cCombine (run, checksum (tail), 100), runBytes + 100));
    CHECK (crc32c (two, tail.data (), tail.size ()) == crc32cCombine (two, checksum (tail), 100));
}
