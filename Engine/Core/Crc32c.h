// CRC-32C (Castagnoli), the checksum of journals, payloads and inputs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Checksum of the preceding bytes and these bytes: start with crc = 0, then pass the last result.
    Initial value and final inversion as in RFC 3720, so "123456789" has 0xE3069283. Thread: any.
    Uses AVX-512 or SSE 4.2 if the processor has it; the result is the same without. */
std::uint32_t crc32c (std::uint32_t crc, const void* data, std::size_t bytes) noexcept;

/** Checksum of A followed by B, from the checksums of A and B and the length of B, in O(log
    bytesB). */
std::uint32_t crc32cCombine (std::uint32_t crcA, std::uint32_t crcB, std::uint64_t bytesB) noexcept;

// Implementations, for `crc32c` and for tests.

/** Advances the register by `bytes` bytes. The register is the inverted checksum. */
using Crc32cKernel = std::uint32_t (*) (std::uint32_t state, const unsigned char* data,
                                        std::size_t bytes) noexcept;

/** Eight tables of 256 entries, eight bytes a step. Any processor of either byte order. */
std::uint32_t softwareCrc32c (std::uint32_t state, const unsigned char* data,
                              std::size_t bytes) noexcept;

/** The implementation with this processor's instructions; nullptr: it has none. In Crc32cSse42.cpp
    on x86-64, else in Crc32cNoHardware.cpp. */
Crc32cKernel hardwareCrc32c () noexcept;

/** The same by carry-less multiplication of 64 bytes at a time, for processors with AVX-512 and
    VPCLMULQDQ: faster from 1 KiB on. In Crc32cWide.cpp on x86-64, else in Crc32cNoHardware.cpp. */
Crc32cKernel wideCrc32c () noexcept;

} // namespace melstrom
