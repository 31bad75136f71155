// Random numbers that depend only on the seed, on any machine.
#pragma once

#include <cstdint>

namespace melstrom::testing
{

/** SplitMix64. Source: Steele, Lea & Flood 2014, "Fast splittable pseudorandom number
    generators". */
class Random
{
public:
    explicit Random (std::uint64_t seed) noexcept : state_ (seed) {}

    std::uint64_t next () noexcept
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    std::uint64_t below (std::uint64_t limit) noexcept { return next () % limit; } ///< limit > 0
    bool happens (double probability) noexcept
    {
        return static_cast<double> (next () >> 11) < probability * 0x1p53;
    }

private:
    std::uint64_t state_;
};

} // namespace melstrom::testing
