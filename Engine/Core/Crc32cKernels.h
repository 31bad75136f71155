// Implementations of CRC-32C, for `crc32c` and for tests.
#pragma once

#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Advances the register by `bytes` bytes. The register is the inverted checksum. */
using Crc32cKernel = std::uint32_t (*) (std::uint32_t state, const unsigned char* data,
                                        std::size_t bytes) noexcept;

/** Eight tables of 256 entries, eight bytes a step. Any processor of either byte order. */
std::uint32_t softwareCrc32c (std::uint32_t state, const unsigned char* data,
                              std::size_t bytes) noexcept;

/** The implementation with this processor's instructions; nullptr: it has none. In Crc32cSse42.cpp
    on x86-64, else in Crc32cNoHardware.cpp. */
Crc32cKernel hardwareCrc32c () noexcept;

} // namespace melstrom
