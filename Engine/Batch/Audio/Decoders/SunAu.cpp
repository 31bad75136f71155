#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"

#include <cstring>

namespace melstrom
{

std::optional<SunAuHeader> sunAuHeaderIn (HeaderBytes bytes) noexcept
{
    constexpr std::uint64_t codingFloat = 6, mostHeaderBytes = 65536;
    if (bytes.size () < kSunAuHeaderBytes || ! bytes.has (0, ".snd") ||
        bytes.integer (12, 4, ByteOrder::big) != codingFloat)
        return {};
    const auto offset = bytes.integer (4, 4, ByteOrder::big);
    if (offset < kSunAuHeaderBytes || offset > mostHeaderBytes)
        return {};
    return SunAuHeader {static_cast<std::size_t> (offset),
                        static_cast<int> (bytes.integer (16, 4, ByteOrder::big)),
                        static_cast<int> (bytes.integer (20, 4, ByteOrder::big))};
}

void sunAuToNative (std::byte* values, std::int64_t count) noexcept
{
    if constexpr (std::endian::native == std::endian::big)
        return;
    for (std::int64_t i = 0; i < count; ++i)
    {
        std::uint32_t bits;
        std::memcpy (&bits, values + 4 * i, sizeof bits);
        bits = (bits >> 24) | ((bits >> 8) & 0xFF00u) | ((bits << 8) & 0xFF0000u) | (bits << 24);
        std::memcpy (values + 4 * i, &bits, sizeof bits);
    }
}

} // namespace melstrom
