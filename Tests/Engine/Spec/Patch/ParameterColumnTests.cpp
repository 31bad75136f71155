// Columns of the parameter table against the engine's behaviour.
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Realtime/Effects/Effects.h"
#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/PatchTables.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Patches/PatchSamples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace melstrom::testing
{

namespace
{
bool same (const PartialTable& a, const PartialTable& b)
{
    const auto equal = [] (const Partial& x, const Partial& y)
    {
        return x.ratio == y.ratio && x.bandwidth == y.bandwidth && x.stretch == y.stretch &&
               x.amplitude == y.amplitude;
    };
    return std::ranges::equal (a.partials, b.partials, equal) && a.numCopies == b.numCopies &&
           a.copyPositions == b.copyPositions && a.copyPlaces == b.copyPlaces &&
           a.copyPhases == b.copyPhases && a.copyGain == b.copyGain &&
           a.phaseAmount == b.phaseAmount && a.seed == b.seed && a.centreShare == b.centreShare;
}

bool haveSameTables (const Patch& a, const Patch& b)
{
    return same (makePartialTable (a, 0), makePartialTable (b, 0)) &&
           same (makePartialTable (a, 1), makePartialTable (b, 1));
}

/** Every allowed value of a stepped parameter; a few values of a continuous one. */
std::vector<float> someValues (const PatchParameter& parameter)
{
    const int numSteps =
        isStepped (parameter) ? static_cast<int> (parameter.highest - parameter.lowest) : 7;
    std::vector<float> values;
    for (int step = 0; step <= numSteps; step += 1 + numSteps / 600)
        values.push_back (valueAt (parameter, static_cast<float> (step) / float (numSteps)));
    return values;
}
} // namespace

TEST_CASE ("a parameter affects tables and effects where its row says so, and nowhere else",
           "[patch][effects]")
{
    Patch patch;
    for (const auto first : {PatchKey::osc1Spectrum, PatchKey::osc2Spectrum})
        patch[first] = static_cast<float> (SpectrumShape::pulse); // makes the pulse width count
    patch[PatchKey::osc1Density] = patch[PatchKey::osc2Density] = 3;
    patch[PatchKey::osc1Unison] = 4; // makes phase modes differ
    patch[PatchKey::osc1Partials] = patch[PatchKey::osc2Partials] = 12;
    patch.drawings = {std::vector {1.0f, 0.5f}, std::vector {0.5f}};
    for (const auto& parameter : patchParameters ())
    {
        bool movesTables = false, movesEffects = false;
        for (const float value : someValues (parameter))
        {
            Patch changed = patch;
            changed[parameter.key] = value;
            movesTables = movesTables || ! haveSameTables (patch, changed);
            movesEffects = movesEffects || effectSettings (patch) != effectSettings (changed);
        }
        INFO (parameter.id);
        CHECK (movesTables == (parameter.affects == Affects::tables));
        CHECK (movesEffects == (parameter.affects == Affects::effect));
    }
}

TEST_CASE ("a parameter is stepped where its knob stops at whole numbers alone", "[patch]")
{
    for (const auto& parameter : patchParameters ())
    {
        bool isWhole = true;
        for (int i = 0; i <= 1009; ++i)
        {
            const float value = valueAt (parameter, static_cast<float> (i) / 1009);
            isWhole = isWhole && value == std::round (value);
        }
        INFO (parameter.id);
        CHECK (isStepped (parameter) == isWhole);
    }
}

TEST_CASE ("the nearest allowed value is allowed, and no other one is nearer", "[patch]")
{
    std::mt19937 random (20261122);
    constexpr double kFar = std::numeric_limits<double>::infinity ();
    for (const auto& parameter : patchParameters ())
    {
        INFO (parameter.id);
        const double lowest = parameter.lowest, highest = parameter.highest;
        CHECK (nearestAllowed (parameter, std::nan ("")) == parameter.lowest);
        CHECK (nearestAllowed (parameter, -kFar) == parameter.lowest);
        CHECK (nearestAllowed (parameter, kFar) == parameter.highest);
        for (int trial = 0; trial < 200; ++trial)
        {
            const double share = static_cast<double> (random ()) / 4294967295.0;
            const double asked = lowest + (highest - lowest) * (1.5 * share - 0.25);
            const float nearest = nearestAllowed (parameter, asked);
            CHECK (isAllowed (parameter, nearest));
            const double clamped = std::min (std::max (asked, lowest), highest);
            const double distance = std::abs (nearest - clamped);
            CHECK (distance <= (isStepped (parameter) ? 0.5 : 1e-7 * std::abs (clamped)));
            const float allowed = anyValue (parameter, random);
            CHECK (nearestAllowed (parameter, allowed) == allowed);
        }
    }
    // The sum of this float and 0.5 would round to 1.
    CHECK (nearestAllowed (parameterOf (PatchKey::clipOn), std::nextafter (0.5f, 0.0f)) == 0);
}

TEST_CASE ("a choice ranges over its names, which differ", "[patch]")
{
    for (const auto& parameter : patchParameters ())
        if (parameter.curve == ParameterCurve::choice)
        {
            INFO (parameter.id);
            CHECK (parameter.lowest == 0);
            CHECK (parameter.highest + 1 == static_cast<float> (parameter.choices.size ()));
            for (const auto name : parameter.choices)
                CHECK (std::ranges::count (parameter.choices, name) == 1);
        }
}

TEST_CASE ("rows allow as many partials and copies as tables have room for", "[patch][voices]")
{
    for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
    {
        const auto highest = [&] (PatchKey key)
        { return parameterOf (oscillatorKey (oscillator, key)).highest; };
        CHECK (highest (PatchKey::osc1Partials) == kMaxPartials);
        CHECK (highest (PatchKey::osc1Unison) == kMaxCopies);
        CHECK (highest (PatchKey::osc1Density) == kMaxDensity);
    }
}

TEST_CASE ("parameters that were added after the first version say since when", "[patch]")
{
    // 12 of the whole, 2 x 18 of oscillators, 7 of noise, 15 of envelopes, 2 x 6 of LFOs, 6 of the
    // filter, 4 macros, 9 of effects, 16 x 3 of the matrix
    constexpr int kFirst = 12 + 2 * 18 + 7 + 15 + 2 * 6 + 6 + 4 + 9 + 16 * 3;
    const auto& all = patchParameters ();
    CHECK (std::ranges::count (all, 1, &PatchParameter::sinceVersion) == kFirst);
    CHECK (std::ranges::all_of (all, [] (const auto& row) { return row.sinceVersion >= 1; }));
}

} // namespace melstrom::testing
