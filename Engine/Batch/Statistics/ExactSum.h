// A sum without rounding, which does not depend on the order of its terms.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace melstrom
{

/** The exact sum of finite numbers that are multiples of 2^-320, with |x| < 2^280: sums of float32
    values and of their squares are. Up to 2^30 terms, or that many sums that were carried.
    A long fixed-point number: digit i counts 2^(32 i - 320). Thread: one at a time.
    source  Kulisch, "Computer Arithmetic and Validity" 2008, chapter 8 */
class ExactSum
{
public:
    static constexpr int kNumDigits = 20;

    /** sign: 1 adds, -1 takes away. */
    void add (double value, int sign = 1) noexcept
    {
        constexpr int mantissaBits = 52, bias = 1075, lowest = 320;
        const auto bits = std::bit_cast<std::uint64_t> (value);
        const int exponent = static_cast<int> (bits >> mantissaBits & 0x7ff);
        if (exponent == 0) // 0, or below 2^-1022
            return;
        const std::uint64_t mantissa =
            (bits & ((std::uint64_t {1} << mantissaBits) - 1)) | std::uint64_t {1} << mantissaBits;
        const int place = exponent - bias + lowest;
        if (place < 0) // all its bits are 0 down to 2^-320
            return addTiny (mantissa, place, (bits >> 63 != 0) ? -sign : sign);
        const auto digit = static_cast<std::size_t> (place / 32);
        const int shift = place % 32;
        const std::uint64_t low = mantissa << shift;
        const std::uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
        const std::int64_t factor = (bits >> 63 != 0) ? -sign : sign;
        digits_[digit] += factor * static_cast<std::int64_t> (low & 0xffffffffu);
        digits_[digit + 1] += factor * static_cast<std::int64_t> (low >> 32);
        digits_[digit + 2] += factor * static_cast<std::int64_t> (high);
    }

    void add (const ExactSum& other) noexcept;

    /** Digits below the last are 0 to 2^32 - 1, the last has the sign: equal sums have equal
        digits. */
    void carry () noexcept;

    /** The nearest float64, ties to even. Of a sum that was carried. */
    double value () const noexcept;

    /** Of a sum that was carried: the bits of each digit. */
    std::array<std::uint32_t, kNumDigits> digits () const noexcept;
    static ExactSum ofDigits (const std::array<std::uint32_t, kNumDigits>& digits) noexcept;

    bool operator== (const ExactSum&) const = default;

private:
    void addTiny (std::uint64_t mantissa, int place, int sign) noexcept;

    std::array<std::int64_t, kNumDigits> digits_ {};
};

} // namespace melstrom
