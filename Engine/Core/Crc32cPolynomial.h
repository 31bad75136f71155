// Polynomials over GF(2) modulo the polynomial of CRC-32C, bits reflected: bit 31 is x^0, bit 0 is
// x^31. Formulas: M. Adler, crc32_combine in zlib.
#pragma once

#include <cstdint>

namespace melstrom
{

inline constexpr std::uint32_t kCrc32cPolynomial = 0x82f63b78u;
inline constexpr std::uint32_t kCrc32cOne = 0x80000000u;

/** a * x. */
constexpr std::uint32_t crc32cTimesX (std::uint32_t a) noexcept
{
    return (a >> 1) ^ (kCrc32cPolynomial & (0u - (a & 1u)));
}

/** a * b. */
constexpr std::uint32_t crc32cMultiply (std::uint32_t a, std::uint32_t b) noexcept
{
    std::uint32_t product = 0;
    for (int bit = 31; bit >= 0; --bit)
    {
        product ^= b & (0u - ((a >> bit) & 1u));
        b = crc32cTimesX (b);
    }
    return product;
}

/** x^(8 bytes). Multiplication by it moves a checksum past `bytes` bytes. */
constexpr std::uint32_t crc32cShift (std::uint64_t bytes) noexcept
{
    std::uint32_t square = kCrc32cOne >> 8; // x^8
    std::uint32_t power = kCrc32cOne;
    for (; bytes != 0; bytes >>= 1)
    {
        if ((bytes & 1u) != 0)
            power = crc32cMultiply (power, square);
        square = crc32cMultiply (square, square);
    }
    return power;
}

} // namespace melstrom
