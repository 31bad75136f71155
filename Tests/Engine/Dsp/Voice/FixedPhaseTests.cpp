#include "Engine/Dsp/Voice/FixedPhase.h"

#include "Engine/Dsp/Voice/StartPhase.h"

#include "Tests/Support/Catch.h"

#include <random>

namespace melstrom::testing
{
namespace
{
__extension__ using Wide = __int128;

/** a modulo 2^64; a may be negative. */
std::uint64_t wrapped (Wide a)
{
    return static_cast<std::uint64_t> (a);
}
} // namespace

TEST_CASE ("turns after a whole segment are the mean rate times its length, rounded down",
           "[voices]")
{
    std::mt19937_64 random (1);
    std::uniform_int_distribution<std::int64_t> rate (-(std::int64_t {1} << 45),
                                                      std::int64_t {1} << 45);
    for (int trial = 0; trial < 10000; ++trial)
    {
        const std::uint64_t turns = random ();
        const std::int64_t start = rate (random), end = rate (random);
        const int samples = static_cast<int> (random () % 33);
        // 64 times the integral is a whole number.
        const Wide times64 = Wide {start} * samples * 64 + Wide {end - start} * samples * samples;
        const Wide below = times64 >> 6;
        REQUIRE (turnsAfter (turns, start, end, samples, 32) == turns + wrapped (below));
    }
}

TEST_CASE ("a phase after hours is the exact product, modulo whole cycles", "[voices]")
{
    // 8 hours at 192 kHz of the 512th harmonic of 40 Hz, computed in 128 bits.
    const std::int64_t rate = toTurnRate (40.0 / 192000.0);
    const std::int32_t ratio = toCoefficient (512.0);
    const std::int64_t samples = std::int64_t {8} * 3600 * 192000;
    const Wide exact = Wide {rate} * samples * ratio;
    const auto turns = static_cast<std::uint64_t> (rate) * static_cast<std::uint64_t> (samples);
    CHECK (exact >> 64 > 0); // it wrapped
    CHECK (phaseOf (ratio, turns) == wrapped (exact));
}

TEST_CASE ("negative coefficients turn phases back", "[voices]")
{
    const std::uint64_t turns = 0x123456789abcdef0u;
    CHECK (phaseOf (-7, turns) == 0u - phaseOf (7, turns));
}

TEST_CASE ("a copy's turns wrap exactly, however often its detune's have", "[voices]")
{
    std::mt19937_64 random (2);
    for (int trial = 0; trial < 1000; ++trial)
    {
        const std::int64_t samples = static_cast<std::int64_t> (random () >> 30);
        const std::int64_t base = toTurnRate (0.01), detune = toDetuneRate (0.0003);
        const auto position = static_cast<std::int32_t> (random () % 2049) - 1024;
        const Wide exact = Wide {base} * samples + Wide {detune} * samples * position;
        const auto count = static_cast<std::uint64_t> (samples);
        REQUIRE (copyTurns (static_cast<std::uint64_t> (base) * count,
                            static_cast<std::uint64_t> (detune) * count,
                            position) == wrapped (exact));
    }
    CHECK (copyRate (toTurnRate (0.01), toDetuneRate (0.0001), 1024) ==
           toTurnRate (0.01) + (toDetuneRate (0.0001) << kCopyBits));
}

TEST_CASE ("start phases are 0 without an amount and within it else", "[voices]")
{
    std::uint64_t highest = 0;
    for (std::uint32_t partial = 0; partial < 4096; ++partial)
    {
        const std::uint32_t index = startPhaseIndex (partial % 16, partial);
        CHECK (startPhase (99, index, toPhaseAmount (0)) == 0);
        highest = std::max (highest, startPhase (99, index, toPhaseAmount (0.25f)));
    }
    CHECK (highest < std::uint64_t {1} << 62);
    CHECK (highest > (std::uint64_t {1} << 62) - (std::uint64_t {1} << 54));
}

TEST_CASE ("a whole turn's start phase is the hash", "[voices]")
{
    const std::uint32_t index = startPhaseIndex (3, 77);
    CHECK (index == 3u * 65536u + 77u);
    CHECK (startPhase (5, index, toPhaseAmount (1)) == std::uint64_t {hashOf (5, index)} << 32);
}

} // namespace melstrom::testing
