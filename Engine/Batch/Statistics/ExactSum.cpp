#include "Engine/Batch/Statistics/ExactSum.h"

#include <cmath>

namespace melstrom
{

namespace
{
__extension__ typedef unsigned __int128 Wide; // no ISO type
constexpr int kDigitBits = 32;
constexpr int kLowestBit = -320;
constexpr std::size_t kLast = ExactSum::kNumDigits - 1;
} // namespace

void ExactSum::addTiny (std::uint64_t mantissa, int place, int sign) noexcept
{
    if (place <= -64)
        return;
    const std::uint64_t units = mantissa >> -place;
    digits_[0] += sign * static_cast<std::int64_t> (units & 0xffffffffu);
    digits_[1] += sign * static_cast<std::int64_t> (units >> kDigitBits);
}

void ExactSum::add (const ExactSum& other) noexcept
{
    for (std::size_t i = 0; i < digits_.size (); ++i)
        digits_[i] += other.digits_[i];
    carry ();
}

void ExactSum::carry () noexcept
{
    std::int64_t carried = 0;
    for (std::size_t i = 0; i < kLast; ++i)
    {
        const std::int64_t digit = digits_[i] + carried;
        digits_[i] = digit & 0xffffffff;
        carried = digit >> kDigitBits; // rounds down
    }
    digits_[kLast] += carried;
}

double ExactSum::value () const noexcept
{
    ExactSum magnitude = *this;
    const bool isNegative = digits_[kLast] < 0;
    if (isNegative)
    {
        for (std::int64_t& digit : magnitude.digits_)
            digit = -digit;
        magnitude.carry ();
    }
    std::size_t top = kLast;
    while (top > 0 && magnitude.digits_[top] == 0)
        --top;
    // the top digit and two below hold 65 bits at least; a bit below them only decides ties
    Wide bits = 0;
    const std::size_t end = top >= 2 ? top - 2 : 0;
    for (std::size_t i = top + 1; i-- > end;)
        bits = bits << kDigitBits | static_cast<std::uint64_t> (magnitude.digits_[i]);
    for (std::size_t i = 0; i < end; ++i)
        bits |= magnitude.digits_[i] != 0 ? 1u : 0u;
    const double nearest =
        std::ldexp (static_cast<double> (bits), static_cast<int> (end) * kDigitBits + kLowestBit);
    return isNegative ? -nearest : nearest;
}

std::array<std::uint32_t, ExactSum::kNumDigits> ExactSum::digits () const noexcept
{
    std::array<std::uint32_t, kNumDigits> digits;
    for (std::size_t i = 0; i < digits.size (); ++i)
        digits[i] = static_cast<std::uint32_t> (digits_[i]);
    return digits;
}

ExactSum ExactSum::ofDigits (const std::array<std::uint32_t, kNumDigits>& digits) noexcept
{
    ExactSum sum;
    for (std::size_t i = 0; i < digits.size (); ++i)
        sum.digits_[i] = digits[i];
    sum.digits_[kLast] = static_cast<std::int32_t> (digits[kLast]);
    return sum;
}

} // namespace melstrom
