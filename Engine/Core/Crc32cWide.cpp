#include "Engine/Core/Crc32c.h"

#include "Engine/Core/Crc32cPolynomial.h"

#include <cstring>
#include <immintrin.h>

namespace melstrom
{

namespace
{

constexpr std::size_t kVectors = 4; ///< side by side: a multiplication has a latency of 8 cycles
constexpr std::size_t kVectorBytes = 64;
constexpr std::size_t kStepBytes = kVectors * kVectorBytes;
constexpr std::size_t kLeastBytes = 2 * kStepBytes; ///< fewer are as fast without

/** The factor that moves 64 bits past a step. Source: Gopal et al. 2009, Fast CRC computation for
    generic polynomials using PCLMULQDQ; reflected, so that a product is one bit too low. */
constexpr long long factor (std::size_t bytes) noexcept
{
    return static_cast<long long> (std::uint64_t {crc32cShift (bytes)} << 1);
}
constexpr long long kOfLowHalf = factor (kStepBytes + 4), kOfHighHalf = factor (kStepBytes - 4);

/** A remainder of the first bytes is kept that has the length of a step: each step multiplies it by
    x^(8 kStepBytes) modulo the polynomial and adds the bytes there. */
__attribute__ ((target ("avx512f,vpclmulqdq"))) std::uint32_t
clmulCrc32c (std::uint32_t state, const unsigned char* data, std::size_t bytes) noexcept
{
    static const Crc32cKernel rest = hardwareCrc32c ();
    if (bytes < kLeastBytes)
        return rest (state, data, bytes);
    const __m512i factors = _mm512_set_epi64 (kOfHighHalf, kOfLowHalf, kOfHighHalf, kOfLowHalf,
                                              kOfHighHalf, kOfLowHalf, kOfHighHalf, kOfLowHalf);
    __m512i remainder[kVectors];
    for (std::size_t i = 0; i < kVectors; ++i)
        remainder[i] = _mm512_loadu_si512 (data + i * kVectorBytes);
    remainder[0] = _mm512_xor_si512 (
        remainder[0], _mm512_zextsi128_si512 (_mm_cvtsi32_si128 (static_cast<int> (state))));
    for (data += kStepBytes, bytes -= kStepBytes; bytes >= kStepBytes;
         data += kStepBytes, bytes -= kStepBytes)
        for (std::size_t i = 0; i < kVectors; ++i)
        {
            const __m512i low = _mm512_clmulepi64_epi128 (remainder[i], factors, 0x00);
            const __m512i high = _mm512_clmulepi64_epi128 (remainder[i], factors, 0x11);
            const __m512i here = _mm512_loadu_si512 (data + i * kVectorBytes);
            remainder[i] = _mm512_ternarylogic_epi64 (low, high, here, 0x96); // exclusive or
        }
    unsigned char last[kStepBytes];
    std::memcpy (last, remainder, sizeof last);
    return rest (rest (0, last, sizeof last), data, bytes);
}

} // namespace

Crc32cKernel wideCrc32c () noexcept
{
    const bool isThere = __builtin_cpu_supports ("avx512f") &&
                         __builtin_cpu_supports ("vpclmulqdq") && hardwareCrc32c () != nullptr;
    return isThere ? clmulCrc32c : nullptr;
}

} // namespace melstrom
