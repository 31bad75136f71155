#include "Engine/Core/Crc32c.h"

#include "Engine/Core/Crc32cPolynomial.h"

#include <array>

namespace melstrom
{

namespace
{

constexpr int kBytesAStep = 8;
using SlicingTables = std::array<std::array<std::uint32_t, 256>, kBytesAStep>;

/** tables[k][b]: the register after byte b and k zero bytes, starting at 0. Source: Kounavis and
    Berry 2005, A systematic approach to building high performance CRC. */
constexpr SlicingTables makeTables () noexcept
{
    SlicingTables tables {};
    for (std::uint32_t byte = 0; byte < 256; ++byte)
    {
        std::uint32_t state = byte;
        for (int bit = 0; bit < 8; ++bit)
            state = crc32cTimesX (state);
        tables[0][byte] = state;
    }
    for (std::size_t zeros = 1; zeros < kBytesAStep; ++zeros)
        for (std::size_t byte = 0; byte < 256; ++byte)
        {
            const std::uint32_t before = tables[zeros - 1][byte];
            tables[zeros][byte] = (before >> 8) ^ tables[0][before & 255u];
        }
    return tables;
}

constexpr SlicingTables kTables = makeTables ();

Crc32cKernel fastestKernel () noexcept
{
    if (const Crc32cKernel wide = wideCrc32c (); wide != nullptr)
        return wide;
    const Crc32cKernel hardware = hardwareCrc32c ();
    return hardware != nullptr ? hardware : softwareCrc32c;
}

} // namespace

std::uint32_t softwareCrc32c (std::uint32_t state, const unsigned char* data,
                              std::size_t bytes) noexcept
{
    for (; bytes >= kBytesAStep; bytes -= kBytesAStep, data += kBytesAStep)
    {
        std::uint32_t next = 0;
        for (unsigned i = 0; i < 4; ++i)
        {
            const std::uint32_t mixed = data[i] ^ ((state >> (8 * i)) & 255u);
            next ^= kTables[7 - i][mixed] ^ kTables[3 - i][data[4 + i]];
        }
        state = next;
    }
    for (; bytes != 0; --bytes, ++data)
        state = (state >> 8) ^ kTables[0][(state ^ *data) & 255u];
    return state;
}

std::uint32_t crc32c (std::uint32_t crc, const void* data, std::size_t bytes) noexcept
{
    static const Crc32cKernel kernel = fastestKernel ();
    return ~kernel (~crc, static_cast<const unsigned char*> (data), bytes);
}

std::uint32_t crc32cCombine (std::uint32_t crcA, std::uint32_t crcB, std::uint64_t bytesB) noexcept
{
    return crc32cMultiply (crc32cShift (bytesB), crcA) ^ crcB;
}

} // namespace melstrom
