#include "Engine/Dsp/Voice/Lfo.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace melstrom::testing
{
namespace
{

constexpr LfoShape kShapes[] {LfoShape::sine,     LfoShape::triangle, LfoShape::rampUp,
                              LfoShape::rampDown, LfoShape::square,   LfoShape::steps,
                              LfoShape::drift};

LfoSettings shaped (LfoShape shape)
{
    LfoSettings settings;
    settings.shape = shape;
    return settings;
}

double waveAt (LfoShape shape, double cycles, std::uint32_t seed = 5)
{
    return lfoAt (shaped (shape), cycles, 1e9, seed);
}

} // namespace

TEST_CASE ("waves of an LFO follow their formulae", "[lfo]")
{
    for (int i = 0; i < 4096; ++i)
    {
        const double cycles = i / 256.0 + 1.0 / 1024, p = cycles - std::floor (cycles);
        CAPTURE (cycles);
        REQUIRE (waveAt (LfoShape::sine, cycles) ==
                 Approx (std::sin (2 * std::numbers::pi * cycles)).margin (1e-9));
        REQUIRE (
            waveAt (LfoShape::triangle, cycles) ==
            Approx (2 / std::numbers::pi * std::asin (std::sin (2 * std::numbers::pi * cycles)))
                .margin (1e-9));
        REQUIRE (waveAt (LfoShape::rampUp, cycles) == Approx (-1 + 2 * p).margin (1e-9));
        REQUIRE (waveAt (LfoShape::rampDown, cycles) == Approx (1 - 2 * p).margin (1e-9));
        REQUIRE (waveAt (LfoShape::square, cycles) == (p < 0.5 ? 1 : -1));
    }
}

TEST_CASE ("steps hold a value for a cycle, and drift joins the same values", "[lfo]")
{
    double sum = 0, squares = 0;
    for (int cycle = 0; cycle < 4000; ++cycle)
    {
        const double value = waveAt (LfoShape::steps, cycle + 0.25);
        const double next = waveAt (LfoShape::steps, cycle + 1.5);
        REQUIRE (waveAt (LfoShape::steps, cycle + 0.9375) == value);
        for (const double x : {0.0, 0.125, 0.5, 0.875})
            REQUIRE (waveAt (LfoShape::drift, cycle + x) ==
                     Approx (value + (next - value) * (3 * x * x - 2 * x * x * x)).margin (1e-9));
        sum += value;
        squares += value * value;
    }
    CHECK (sum / 4000 == Approx (0).margin (0.05));            // five standard deviations
    CHECK (squares / 4000 == Approx (1.0 / 3).margin (0.025)); // uniform over -1 .. 1
    CHECK (waveAt (LfoShape::steps, 3.5, 5) != waveAt (LfoShape::steps, 3.5, 6));
}

TEST_CASE ("an LFO stays between -1 and 1", "[lfo]")
{
    std::mt19937 random (3);
    std::uniform_real_distribution<> times (-50, 1e6);
    for (const LfoShape shape : kShapes)
        for (int i = 0; i < 2000; ++i)
            REQUIRE (std::fabs (waveAt (shape, times (random))) <= 1);
}

TEST_CASE ("an LFO begins at its phase", "[lfo]")
{
    LfoSettings settings = shaped (LfoShape::rampUp);
    settings.phaseCycles = 0.25;
    CHECK (lfoAt (settings, 0.875, 0, 1) == Approx (2 * 0.125 - 1));
    CHECK (lfoAt (settings, -0.125, 0, 1) == Approx (2 * 0.125 - 1)); // before the song starts
}

TEST_CASE ("an LFO fades in along a line from the note's beginning", "[lfo]")
{
    LfoSettings settings = shaped (LfoShape::square);
    settings.fadeSeconds = 2;
    CHECK (lfoAt (settings, 0.25, 0, 1) == 0);
    CHECK (lfoAt (settings, 0.25, 0.5, 1) == Approx (0.25));
    CHECK (lfoAt (settings, 0.75, 1.5, 1) == Approx (-0.75));
    CHECK (lfoAt (settings, 0.25, 7, 1) == 1);
}

TEST_CASE ("an LFO of one rate has made rate times time cycles, however often it was asked",
           "[lfo]")
{
    LfoRecord record;
    for (double seconds = 0; seconds < 100; seconds += 0.0123)
    {
        record = advanced (record, 3.7, seconds);
        REQUIRE (lfoCycles (record, 99, seconds + 0.01) ==
                 Approx (3.7 * (seconds + 0.01)).margin (1e-9));
    }
    CHECK (lfoCycles (LfoRecord (), 3.7, 50) == Approx (185));
}

TEST_CASE ("a cycle goes on from where it is when the rate changes", "[lfo]")
{
    LfoRecord record = advanced (LfoRecord (), 5, 60.03);
    const double before = lfoCycles (record, 5, 60.03);
    CHECK (before == Approx (5 * 60.03));
    record = advanced (record, 6, 60.03);
    CHECK (lfoCycles (record, 6, 60.03) == Approx (before).margin (1e-9));
    CHECK (lfoCycles (record, 6, 61.03) == Approx (before + 6).margin (1e-9));
}

TEST_CASE ("an LFO says the same in whatever order it is asked", "[lfo]")
{
    for (const LfoShape shape : kShapes)
    {
        std::vector<double> values;
        for (int i = 0; i < 200; ++i)
            values.push_back (waveAt (shape, 0.37 * i));
        for (int i = 200; i-- > 0;)
            REQUIRE (waveAt (shape, 0.37 * i) == values[static_cast<std::size_t> (i)]);
    }
}

} // namespace melstrom::testing
