// Positions and wander of a unison's copies, against the definitions of docs/synth.md written here
// a second time.
#include "Engine/Dsp/Voice/CopyWander.h"
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <complex>
#include <numbers>
#include <set>

namespace melstrom::testing
{
namespace
{
constexpr double kTau = 2 * std::numbers::pi;

PartialTable tableOf (int copies, PhaseMode mode = PhaseMode::random)
{
    Patch patch;
    patch[PatchKey::osc1Unison] = static_cast<float> (copies);
    patch[PatchKey::osc1Phase] = 1;
    patch[PatchKey::phaseMode] = static_cast<float> (mode);
    return makePartialTable (patch, 0);
}

double positionOf (const PartialTable& table, int copy)
{
    return table.copyPositions[static_cast<std::size_t> (copy)] / 1024.0;
}
double placeOf (const PartialTable& table, int copy)
{
    return table.copyPlaces[static_cast<std::size_t> (copy)] / 1024.0;
}

constexpr double kStep = 0.5 / 1024 + 1e-12; ///< of rounding

/** Wander in cycles at a detune phase in cycles. */
double wanderAt (double detuneCycles, std::uint32_t copy = 1)
{
    const auto turns = static_cast<std::uint64_t> (std::llround (std::ldexp (detuneCycles, 36)));
    return std::ldexp (
        static_cast<double> (wanderLine (99, copy, wanderLineIndex (turns)).at (turns)), -46);
}
} // namespace

TEST_CASE ("the outermost copies are at -1 and 1, and all have the power of one",
           "[voices][unison]")
{
    CHECK (tableOf (1).copyPositions[0] == 0);
    CHECK (tableOf (1).copyPlaces[0] == 0);
    for (int copies = 2; copies <= kMaxCopies; ++copies)
    {
        CAPTURE (copies);
        const auto table = tableOf (copies);
        REQUIRE (table.numCopies == copies);
        CHECK (table.copyGain * table.copyGain * static_cast<float> (copies) == Approx (1.0));
        CHECK (table.copyPositions[0] == -1024);
        CHECK (table.copyPositions[static_cast<std::size_t> (copies - 1)] == 1024);
    }
}

TEST_CASE ("copies stand unevenly about a mean of 0", "[voices][unison]")
{
    for (int copies = 3; copies <= kMaxCopies; ++copies)
    {
        CAPTURE (copies);
        const auto table = tableOf (copies);
        double sum = 0;
        std::set<std::int32_t> gaps;
        for (int copy = 0; copy < copies; ++copy)
        {
            const double even = 2.0 * copy / (copies - 1) - 1;
            const double root =
                std::sqrt (std::abs (even)); // |e|^(3/4) = sqrt (|e|) sqrt (sqrt (|e|))
            const double position = (even < 0 ? -1 : 1) * root * std::sqrt (root);
            CHECK (positionOf (table, copy) ==
                   Approx (copies == 3 && copy == 1 ? 0.2 : position).margin (kStep));
            sum += positionOf (table, copy);
            if (copy > 0)
                gaps.insert (table.copyPositions[static_cast<std::size_t> (copy)] -
                             table.copyPositions[static_cast<std::size_t> (copy - 1)]);
        }
        CHECK (std::abs (sum) < (copies == 3 ? 0.2 + kStep : 1e-12));
        // Evenly spaced copies have one gap. These copies are symmetrical, and wide gaps may round
        // to the same number.
        CHECK (gaps.size () >= static_cast<std::size_t> (copies < 5 ? 2 : copies / 3));
    }
}

TEST_CASE ("sides alternate, are equally loud and in one pitch", "[voices][unison]")
{
    for (int copies = 3; copies <= kMaxCopies; ++copies)
    {
        CAPTURE (copies);
        const auto table = tableOf (copies);
        double sum = 0, product = 0, widest = 0;
        for (int copy = 0; copy < copies; ++copy)
        {
            const double place = placeOf (table, copy);
            if (copy > 0)
                CHECK (place * placeOf (table, copy - 1) < 0);
            CHECK (std::abs (place) > 0.2);
            widest = std::max (widest, std::abs (place));
            sum += place;
            product += place * positionOf (table, copy);
        }
        CHECK (widest == 1);
        CHECK (std::abs (sum) <= copies * kStep);
        // Powers are 1 -+ place at full spread; 100 cents are the widest detune.
        CHECK (2 * 100 * std::abs (product / copies) < 0.2);
    }
}

TEST_CASE ("two copies stand left and right", "[voices][unison]")
{
    const auto table = tableOf (2);
    CHECK (table.copyPlaces[0] == -1024);
    CHECK (table.copyPlaces[1] == 1024);
}

TEST_CASE ("spread copies begin with the power of their mean, reset ones together",
           "[voices][unison]")
{
    for (int copies = 1; copies <= kMaxCopies; ++copies)
    {
        CAPTURE (copies);
        const auto spread = tableOf (copies, PhaseMode::spread);
        std::complex<double> sum;
        for (int copy = 0; copy < copies; ++copy)
            sum += std::polar (
                1.0, kTau * std::ldexp (spread.copyPhases[static_cast<std::size_t> (copy)], -32));
        CHECK (std::norm (sum) == Approx (copies).epsilon (1e-7));
        CHECK (spread.phaseAmount == 0);
        const auto reset = tableOf (copies, PhaseMode::reset);
        CHECK (reset.phaseAmount == 0);
        CHECK (reset.copyPhases == std::array<std::uint32_t, kMaxCopies> {});
        const auto random = tableOf (copies);
        CHECK (random.phaseAmount == 1);
        CHECK (random.copyPhases == reset.copyPhases);
    }
}

TEST_CASE ("a copy's wander swings between values by chance, two cycles apart", "[voices][unison]")
{
    CHECK (wanderAt (0) == 0);
    double sum = 0, squares = 0;
    constexpr int kKnots = 4000;
    for (int j = 0; j < kKnots; ++j)
    {
        const double from = wanderAt (2.0 * j), to = wanderAt (2.0 * (j + 1));
        REQUIRE (std::abs (to) <= 7.0 / 16);
        sum += to;
        squares += to * to;
        for (const double x : {0.11, 0.37, 0.5, 0.83})
        {
            // A polyline with corners q apart errs by W'' q^2 / 8 at most.
            const double smooth = from + (to - from) * x * x * (3 - 2 * x);
            const double bend = 6 * std::abs (to - from) / 4;
            REQUIRE (std::abs (wanderAt (2 * (j + x)) - smooth) <= bend / 1024 / 8 + 0x1p-14);
        }
    }
    CHECK (std::abs (sum / kKnots) < 0.02);
    CHECK (squares / kKnots == Approx (std::pow (7.0 / 16, 2) / 3).epsilon (0.05));
    CHECK (wanderAt (2, 0) != wanderAt (2, 1));
}

TEST_CASE ("a copy's wander goes on from segment to segment, and where the detune's integral wraps",
           "[voices][unison]")
{
    TurnRamp detune;
    detune.turns = 0 - (std::uint64_t {1} << 33);
    detune.startRate = 12345678;
    for (int segment = 0; segment < 3000; ++segment)
    {
        detune.endRate = segment % 7 == 0 ? detune.startRate * 3 / 4 + 4000000 : detune.startRate;
        const CopyWander wander = wanderOf (detune, 5, 3);
        detune.turns = turnsAfter (detune.turns, detune.startRate, detune.endRate, kControlSamples,
                                   kControlSamples);
        detune.startRate = detune.endRate;
        const std::uint64_t end = wander.turns + static_cast<std::uint64_t> (32 * wander.rate);
        const auto gap = static_cast<std::int64_t> (wanderOf (detune, 5, 3).turns - end);
        REQUIRE (gap >= 0);
        REQUIRE (gap < 32);
    }
    REQUIRE (detune.turns < std::uint64_t {1} << 63); // it has wrapped
}

TEST_CASE ("without detune a copy does not move", "[voices][unison]")
{
    const TurnRamp still {std::uint64_t {1} << 36, 0, 0};
    CHECK (wanderOf (still, 5, 3).rate == 0);
}

} // namespace melstrom::testing
