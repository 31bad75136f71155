#include "Tests/Fuzz/Resealed.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace melstrom::testing
{

namespace
{
/** Writes the CRC-32C of bytes [first, end) behind them. */
void seal (std::string& bytes, std::size_t first, std::size_t end)
{
    const std::uint32_t crc = crc32c (0, bytes.data () + first, end - first);
    std::memcpy (bytes.data () + end, &crc, sizeof crc);
}
} // namespace

std::string resealedJournal (std::string_view bytes)
{
    constexpr std::size_t kLengthAt = 16, kFrontBytes = 24, kCrcBytes = 4; // JournalRecord.h
    std::string journal (bytes);
    for (std::size_t first = 0; journal.size () - first >= kFrontBytes + kCrcBytes;)
    {
        std::uint64_t payloadBytes;
        std::memcpy (&payloadBytes, journal.data () + first + kLengthAt, sizeof payloadBytes);
        if (payloadBytes > journal.size () - first - kFrontBytes - kCrcBytes)
            break;
        const std::size_t end = first + kFrontBytes + payloadBytes;
        seal (journal, first, end);
        first = end + kCrcBytes;
    }
    return journal;
}

std::string resealedInputs (std::string_view bytes)
{
    std::string inputs (bytes);
    if (inputs.size () >= sizeof (std::uint32_t))
        seal (inputs, 0, inputs.size () - sizeof (std::uint32_t));
    return inputs;
}

std::string resealedTar (std::string_view bytes)
{
    constexpr std::size_t kBlockBytes = 512, kSumAt = 148, kSumBytes = 8,
                          kMagicAt = 257; // POSIX pax
    std::string tar (bytes);
    for (std::size_t block = 0; tar.size () - block >= kBlockBytes; block += kBlockBytes)
    {
        char* const header = tar.data () + block;
        if (std::string_view (header + kMagicAt, 5) != "ustar")
            continue;
        std::fill_n (header + kSumAt, kSumBytes, ' ');
        unsigned sum = 0;
        for (std::size_t i = 0; i < kBlockBytes; ++i)
            sum += static_cast<unsigned char> (header[i]);
        std::snprintf (header + kSumAt, kSumBytes, "%06o", sum); // six digits, zero, space
    }
    return tar;
}

} // namespace melstrom::testing
