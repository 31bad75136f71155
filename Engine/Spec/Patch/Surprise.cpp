#include "Engine/Spec/Patch/Surprise.h"

#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Patch/PatchTables.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

namespace melstrom
{

namespace
{
using enum PatchKey;

/** Uniform in [0, 1). The same with every standard library, because it uses no distribution of
    <random>. */
double chanceOf (std::mt19937& random)
{
    return static_cast<double> (random ()) / 4294967296.0;
}

float valueIn (const PatchParameter& parameter, const MusicalRange& range, std::mt19937& random)
{
    // Each parameter consumes two random numbers, so that a changed range changes no other
    // parameter.
    const double luck = chanceOf (random), share = chanceOf (random);
    if (luck >= range.share)
        return range.lowest;
    if (isStepped (parameter))
    {
        const double count = static_cast<double> (range.highest) - range.lowest + 1;
        return nearestAllowed (parameter, range.lowest + std::floor (share * count));
    }
    const float low = positionOf (parameter, range.lowest),
                high = positionOf (parameter, range.highest);
    const float value = valueAt (parameter, low + (high - low) * static_cast<float> (share));
    return std::clamp (value, range.lowest, range.highest); // knob positions are rounded
}

/** Sets a matrix row to a random source and target that cannot make the sound loud, or empties
    it. */
void surpriseRow (PatchValues& values, int row, std::mt19937& random)
{
    using Source = ModulationSource;
    constexpr Source kSources[] {Source::velocity,    Source::key,    Source::wheel,
                                 Source::pressure,    Source::timbre, Source::ampEnvelope,
                                 Source::modEnvelope, Source::lfo1,   Source::lfo2,
                                 Source::random,      Source::macro1, Source::macro2};
    constexpr PatchKey kTargets[] {filterCutoff, filterCutoff, osc1Pan,       osc2Pan,
                                   osc1Detune,   osc2Detune,   osc1Bandwidth, osc2Bandwidth,
                                   osc1Level,    osc2Level,    noiseWidth,    noiseGrainDepth};
    constexpr int kMostRows = 4;
    const auto pick = [&random] (std::size_t count)
    { return static_cast<std::size_t> (chanceOf (random) * static_cast<double> (count)); };
    const Source source = kSources[pick (std::size (kSources))];
    const PatchKey target = kTargets[pick (std::size (kTargets))];
    const auto depth = static_cast<float> (chanceOf (random) - 0.5);
    const bool isUsed = row < kMostRows && chanceOf (random) < 0.5;
    const auto targets = modulationTargets ();
    const auto place = std::ranges::find (targets, target) - targets.begin ();
    const auto set = [&] (PatchKey first, float value) { values[matrixKey (row, first)] = value; };
    set (matrixSource, isUsed ? static_cast<float> (source) : 0);
    set (matrixTarget, isUsed ? static_cast<float> (place + 1) : 0);
    set (matrixDepth, isUsed ? depth : 0);
    set (matrixVia, 0);
}

/** Upper bound of an oscillator's sinusoids per note. */
int sinusoidsOf (const PatchValues& values, int oscillator)
{
    const auto whole = [&] (PatchKey first)
    { return values.whole (oscillatorKey (oscillator, first)); };
    constexpr int kMostOfBells = 12;
    const auto shape = static_cast<SpectrumShape> (whole (osc1Spectrum));
    const bool isShort = shape == SpectrumShape::organ || shape == SpectrumShape::bell;
    const int most = shape == SpectrumShape::sine ? 1 : isShort ? kMostOfBells : kMaxPartials;
    return std::min (whole (osc1Partials), most) * whole (osc1Density) * whole (osc1Unison);
}

void limitSinusoids (PatchValues& values, int oscillator, const LockedKeys& locked)
{
    for (const PatchKey first : {osc1Density, osc1Unison})
    {
        const PatchKey key = oscillatorKey (oscillator, first);
        while (! locked[static_cast<std::size_t> (key)] && values[key] > 1 &&
               sinusoidsOf (values, oscillator) > kMostSurpriseSinusoids)
            --values[key];
    }
}
} // namespace

void surprise (PatchValues& values, std::uint32_t seed, const LockedKeys& locked)
{
    std::mt19937 random (seed);
    const auto isLocked = [&] (PatchKey key) { return locked[static_cast<std::size_t> (key)]; };
    for (const PatchParameter& parameter : patchParameters ())
        if (parameter.musical)
        {
            const float value = valueIn (parameter, *parameter.musical, random);
            if (! isLocked (parameter.key))
                values[parameter.key] = value;
        }
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        PatchValues moved = values;
        surpriseRow (moved, row, random);
        const auto isRowLocked = [&] (PatchKey first) { return isLocked (matrixKey (row, first)); };
        if (! isRowLocked (matrixSource) && ! isRowLocked (matrixTarget) &&
            ! isRowLocked (matrixDepth) && ! isRowLocked (matrixVia))
            values = moved;
    }
    for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
        limitSinusoids (values, oscillator, locked);
}

LockedKeys keysOf (const LockedGroups& groups)
{
    LockedKeys keys;
    for (const auto& table : patchTables ())
        if (table.surpriseGroup && groups[static_cast<std::size_t> (*table.surpriseGroup)])
            for (const auto& row : table.rows)
                keys.set (static_cast<std::size_t> (row.key));
    return keys;
}

} // namespace melstrom
