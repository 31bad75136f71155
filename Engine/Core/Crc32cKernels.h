// The ways to compute CRC-32C that `crc32c` chooses from. For it and for tests.
#pragma once

#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Moves the register over `bytes` bytes. The register is the checksum inverted. */
using Crc32cKernel = std::uint32_t (*) (std::uint32_t state, const unsigned char* data,
                                        std::size_t bytes) noexcept;

/** Eight tables of 256, eight bytes a step. Any processor of either byte order. */
std::uint32_t softwareCrc32c (std::uint32_t state, const unsigned char* data,
                              std::size_t bytes) noexcept;

/** What this processor has instructions for, or nullptr. In Crc32cSse42.cpp on x86-64, else in
    Crc32cNoHardware.cpp. */
Crc32cKernel hardwareCrc32c () noexcept;

} // namespace melstrom
