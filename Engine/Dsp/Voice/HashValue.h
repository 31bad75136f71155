// Hashes as numbers in a range.
#pragma once

#include <cstdint>

namespace melstrom
{

/** Uniform in (-1, 1). */
constexpr double bipolarOf (std::uint32_t hash) noexcept
{
    return (static_cast<double> (static_cast<std::int32_t> (hash)) + 0.5) / 2147483648.0;
}
/** Uniform in (0, 1). */
constexpr double shareOf (std::uint32_t hash) noexcept
{
    return (static_cast<double> (hash) + 0.5) / 4294967296.0;
}

} // namespace melstrom
