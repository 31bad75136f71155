#include "Engine/Dsp/Voice/PartialTable.h"

#include "Engine/Dsp/Voice/FixedPhase.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>

namespace melstrom::testing
{
namespace
{
constexpr double kPi = std::numbers::pi;

Patch patchOf (SpectrumShape shape, int numPartials)
{
    Patch patch;
    patch[PatchKey::osc1On] = 1;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (shape);
    patch[PatchKey::osc1Partials] = static_cast<float> (numPartials);
    patch[PatchKey::osc1Density] = patch[PatchKey::osc1Unison] = 1;
    patch[PatchKey::osc1Phase] = 0;
    return patch;
}

double ratioOf (const Partial& partial)
{
    return std::ldexp (partial.ratio, -kCoefficientBits);
}

/** Mean square difference between the table's wave and `wave` over one period. */
double distanceFrom (const PartialTable& table, const std::function<double (double)>& wave)
{
    constexpr int kPoints = 4096;
    double sum = 0;
    for (int i = 0; i < kPoints; ++i)
    {
        const double x = (i + 0.5) / kPoints;
        double value = 0;
        for (const Partial& partial : table.partials)
            value += partial.amplitude * std::sin (2 * kPi * ratioOf (partial) * x);
        sum += (value - wave (x)) * (value - wave (x));
    }
    return sum / kPoints;
}

double powerOf (const PartialTable& table)
{
    double sum = 0;
    for (const Partial& partial : table.partials)
        sum += static_cast<double> (partial.amplitude) * partial.amplitude;
    return sum;
}
} // namespace

TEST_CASE ("a sine is one partial of amplitude 1, however many are allowed", "[voices]")
{
    const auto table = makePartialTable (patchOf (SpectrumShape::sine, 512), 0);
    REQUIRE (table.partials.size () == 1);
    CHECK (table.partials[0].amplitude == 1.0f);
    CHECK (ratioOf (table.partials[0]) == 1.0);
    CHECK (table.partials[0].stretch == 0);
    CHECK (table.centreShare == 1.0f);
}

TEST_CASE ("512 partials are the saw, the square and the triangle of peak 1", "[voices]")
{
    // The missing part of a series has the power of its tail: sum of squares / 2 beyond 512.
    const auto saw = makePartialTable (patchOf (SpectrumShape::saw, 512), 0);
    CHECK (saw.partials.size () == 512);
    CHECK (distanceFrom (saw, [] (double x) { return x < 0.5 ? 2 * x : 2 * x - 2; }) < 5e-4);
    const auto square = makePartialTable (patchOf (SpectrumShape::square, 512), 0);
    CHECK (square.partials.size () == 256);
    CHECK (distanceFrom (square, [] (double x) { return x < 0.5 ? 1 : -1; }) < 1e-3);
    const auto triangle = makePartialTable (patchOf (SpectrumShape::triangle, 512), 0);
    CHECK (triangle.partials.size () == 256);
    const auto wave = [] (double x)
    { return x < 0.25 ? 4 * x : (x < 0.75 ? 2 - 4 * x : 4 * x - 4); };
    CHECK (distanceFrom (triangle, wave) < 1e-8);
}

TEST_CASE ("a pulse of half a cycle has the square's magnitudes; others have the pulse's power",
           "[voices]")
{
    auto patch = patchOf (SpectrumShape::pulse, 512);
    patch[PatchKey::osc1PulseWidth] = 0.5f;
    const auto half = makePartialTable (patch, 0);
    const auto square = makePartialTable (patchOf (SpectrumShape::square, 512), 0);
    REQUIRE (half.partials.size () == square.partials.size ());
    for (std::size_t i = 0; i < half.partials.size (); ++i)
        CHECK (std::abs (half.partials[i].amplitude) ==
               Approx (square.partials[i].amplitude).epsilon (1e-6));
    // A wave of +-1 has the mean square 1. Its DC component takes (2 w - 1)^2 of it.
    patch[PatchKey::osc1PulseWidth] = 0.25f;
    CHECK (powerOf (makePartialTable (patch, 0)) / 2 == Approx (1 - 0.25).epsilon (2e-3));
}

TEST_CASE ("organ, choir and bell are as loud as a sine", "[voices]")
{
    for (const auto shape : {SpectrumShape::organ, SpectrumShape::choir, SpectrumShape::bell})
    {
        const auto table = makePartialTable (patchOf (shape, 512), 0);
        CHECK (powerOf (table) == Approx (1.0).epsilon (1e-6));
        CHECK (ratioOf (table.partials.front ()) >= 0.5);
    }
    CHECK (makePartialTable (patchOf (SpectrumShape::bell, 512), 0).partials.size () == 12);
    CHECK (makePartialTable (patchOf (SpectrumShape::organ, 512), 0).partials.size () == 9);
}

TEST_CASE ("a choir's loudest harmonics lie about its formants", "[voices]")
{
    const auto spectrum = harmonicSpectrum (SpectrumShape::choir, 64, 0.5, {});
    const auto amplitude = [&] (int h)
    { return spectrum.amplitudes[static_cast<std::size_t> (h - 1)]; };
    CHECK (amplitude (4) > amplitude (2));
    CHECK (amplitude (4) > 10 * amplitude (9));
    CHECK (amplitude (18) > amplitude (15));
}

TEST_CASE ("a drawing is taken as it is, its zeros left out", "[voices]")
{
    auto patch = patchOf (SpectrumShape::drawn, 4);
    patch.drawings[0] = {0.5f, 0.0f, -0.25f, 1.0f, 1.0f};
    const auto table = makePartialTable (patch, 0);
    REQUIRE (table.partials.size () == 3);
    CHECK (table.partials[1].amplitude == -0.25f);
    CHECK (ratioOf (table.partials[1]) == 3.0);
    CHECK (ratioOf (table.partials[2]) == 4.0);
    // The second oscillator has its own number.
    CHECK (makePartialTable (patch, 1).partials.size () != 3);
}

TEST_CASE ("ratios rise through every table, and stretch is h log2 h", "[voices]")
{
    for (int shape = 0; shape < kNumChoices<SpectrumShape>; ++shape)
    {
        if (static_cast<SpectrumShape> (shape) == SpectrumShape::drawn)
            continue;
        auto patch = patchOf (static_cast<SpectrumShape> (shape), 512);
        patch[PatchKey::osc1Density] = 3;
        const auto table = makePartialTable (patch, 0);
        CHECK (std::ranges::is_sorted (table.partials, {}, &Partial::ratio));
        for (const Partial& partial : table.partials)
        {
            const double h = ratioOf (partial);
            CHECK (std::ldexp (partial.stretch, -kCoefficientBits) ==
                   Approx (h * std::log2 (h)).margin (1e-4));
        }
    }
}

TEST_CASE ("a cluster has the power of its harmonic and the shape of a Gaussian", "[voices]")
{
    auto patch = patchOf (SpectrumShape::saw, 512);
    patch[PatchKey::osc1Density] = 16;
    patch[PatchKey::osc1BandwidthScale] = 1;
    const auto table = makePartialTable (patch, 0);
    REQUIRE (table.partials.size () == 512 * 16);
    CHECK (table.centreShare == 0.25f);
    std::set<std::int32_t> sides;
    double sum = 0, squares = 0, power = 0;
    for (std::size_t i = 0; i < table.partials.size (); ++i)
    {
        const Partial& partial = table.partials[i];
        power += static_cast<double> (partial.amplitude) * partial.amplitude;
        const double z = static_cast<double> (partial.bandwidth) / partial.ratio;
        CHECK ((partial.bandwidth == 0) == (i % 16 == 0));
        sum += z;
        squares += z * z;
        if (i % 16 != 0)
            sides.insert (partial.bandwidth);
        if (i % 16 == 15)
        {
            const double h = static_cast<double> (i / 16 + 1);
            REQUIRE (power == Approx (4 / (kPi * kPi) / (h * h)).epsilon (1e-5));
            power = 0;
        }
    }
    constexpr double kSides = 512 * 15;
    CHECK (std::abs (sum / kSides) < 0.02);
    // A little less than 1: no side lies beyond the middle of the outermost of 15 shares' 4/5.
    CHECK (squares / kSides == Approx (0.95).margin (0.05));
    // Irregular: almost all positions differ.
    CHECK (static_cast<double> (sides.size ()) > kSides * 0.99);
}

TEST_CASE ("bandwidth that does not grow with the harmonic is the same in hertz", "[voices]")
{
    auto patch = patchOf (SpectrumShape::saw, 100);
    patch[PatchKey::osc1Density] = 8;
    patch[PatchKey::osc1BandwidthScale] = 0;
    for (const Partial& partial : makePartialTable (patch, 0).partials)
        CHECK (std::abs (std::ldexp (partial.bandwidth, -kCoefficientBits)) < 3.0);
    patch[PatchKey::osc1BandwidthScale] = 2; // 100^2 z would not fit
    for (const Partial& partial : makePartialTable (patch, 0).partials)
        CHECK (std::abs (std::ldexp (partial.bandwidth, -kCoefficientBits)) <= 8191.0);
}

TEST_CASE ("oscillators and seeds differ by their tables' seeds", "[voices]")
{
    auto patch = patchOf (SpectrumShape::saw, 8);
    const auto first = makePartialTable (patch, 0).seed;
    CHECK (first == makePartialTable (patch, 0).seed);
    CHECK (first != makePartialTable (patch, 1).seed);
    patch[PatchKey::seed] += 1;
    CHECK (first != makePartialTable (patch, 0).seed);
}

} // namespace melstrom::testing
