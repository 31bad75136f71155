#include "Engine/Spec/Patch/MusicalRange.h"

#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

namespace melstrom
{

namespace
{
using enum PatchKey;

struct MusicalRow
{
    PatchKey key;
    MusicalRange range;
};

/** Ranges of both oscillators and both LFOs, under the keys of oscillator 1 and LFO 1. */
constexpr MusicalRow kOscillatorRows[] {
    {osc1Spectrum, {0, static_cast<float> (SpectrumShape::bell)}},
    {osc1PulseWidth, {0.1f, 0.5f}},
    {osc1Partials, {12, kMaxPartials}},
    {osc1Tilt, {-9, 3}},
    {osc1Level, {0.3f, 1}},
    {osc1Pan, {-0.3f, 0.3f}},
    {osc1Octave, {-1, 1}},
    {osc1Semitones, {0, 0}},
    {osc1Cents, {-8, 8}},
    {osc1Unison, {1, 5}},
    {osc1Detune, {2, 25}},
    {osc1Spread, {0, 1}},
    {osc1Density, {1, 7, 0.5}},
    {osc1Bandwidth, {2, 40}},
    {osc1BandwidthScale, {0.5f, 1.5f}},
    {osc1Stretch, {0, 0.002f, 0.3}},
    {osc1Phase, {0, 1}},
};
constexpr MusicalRow kLfoRows[] {
    {lfo1Shape, {0, static_cast<float> (LfoShape::drift)}},
    {lfo1Rate, {0.1f, 8}},
    {lfo1Sync, {0, static_cast<float> (LfoSync::tempo)}},
    {lfo1Beats, {0.25f, 16}},
    {lfo1Phase, {0, 1}},
    {lfo1Fade, {0, 2, 0.3}},
};
constexpr MusicalRow kRows[] {
    {volume, {-18, -14}},
    {osc1On, {1, 1}},
    {osc2On, {0, 1}},
    {noiseLevel, {0, 0.3f, 0.4}},
    {noiseColour, {-6, 3}},
    {noiseSmooth, {0, 1, 0.3}},
    {noisePan, {-0.3f, 0.3f}},
    {noiseWidth, {0, 1}},
    {noiseGrainDepth, {0, 1, 0.3}},
    {noiseGrainRate, {4, 60}},
    {ampAttack, {0.002f, 1.5f}},
    {ampHold, {0, 0.3f, 0.3}},
    {ampDecay, {0.1f, 4}},
    {ampSustain, {0.2f, 1}},
    {ampRelease, {0.1f, 3}},
    {ampCurve, {0, static_cast<float> (EnvelopeCurve::linear)}},
    {modAttack, {0, 1.5f}},
    {modHold, {0, 0.3f, 0.3}},
    {modDecay, {0.1f, 4}},
    {modSustain, {0, 1}},
    {modRelease, {0.1f, 3}},
    {modCurve, {0, static_cast<float> (EnvelopeCurve::linear)}},
    {pitchAmount, {0, 12, 0.1}},
    {pitchTime, {0.02f, 0.3f}},
    {pitchCurve, {0, static_cast<float> (EnvelopeCurve::linear)}},
    {filterType, {0, static_cast<float> (FilterType::notch)}},
    {filterSlope, {0, 1}},
    {filterCutoff, {200, 12000}},
    {filterResonance, {0.5f, 6}},
    {filterKeyTracking, {0, 1}},
    {filterEnvelope, {-2, 4}},
    {chorusMix, {0, 0.6f, 0.5}},
    {chorusRate, {0.1f, 1.5f}},
    {chorusDepth, {0.5f, 5}},
    {reverbMix, {0, 0.5f, 0.7}},
    {reverbTime, {0.5f, 8}},
    {reverbDamping, {0.2f, 0.8f}},
    {reverbPredelay, {0, 40}},
    {clipOn, {0, 1, 0.3}},
    {clipDrive, {0.5f, 2}},
    {eqLowGain, {-4, 4}},
    {eqLowFrequency, {60, 300}},
    {eqMidGain, {-4, 4}},
    {eqMidFrequency, {300, 4000}},
    {eqMidQ, {0.5f, 2}},
    {eqHighGain, {-4, 4}},
    {eqHighFrequency, {3000, 12000}},
    {delayMix, {0, 0.4f, 0.4}},
    {delaySync, {0, 1}},
    {delayTime, {100, 800}},
    {delayBeats, {0.25f, 2}},
    {delayFeedback, {0, 0.6f}},
    {delayPingPong, {0, 1}},
    {delayCutoff, {1500, 12000}},
    {outputGain, {0, 0}},
};

template <std::size_t size>
std::optional<MusicalRange> rangeIn (const MusicalRow (&rows)[size], PatchKey key)
{
    const auto row = std::ranges::find (rows, key, &MusicalRow::key);
    return row == std::end (rows) ? std::nullopt : std::optional (row->range);
}

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

std::optional<MusicalRange> musicalRange (PatchKey key)
{
    if (const auto range = rangeIn (kRows, key))
        return range;
    if (const auto range = rangeIn (kOscillatorRows, key))
        return range;
    if (const auto range = rangeIn (kOscillatorRows, keyAfter (key, -kOscillatorKeys)))
        return range;
    if (const auto range = rangeIn (kLfoRows, key))
        return range;
    return rangeIn (kLfoRows, keyAfter (key, -kLfoKeys));
}

void surprise (PatchValues& values, std::uint32_t seed, const LockedKeys& locked)
{
    std::mt19937 random (seed);
    const auto isLocked = [&] (PatchKey key) { return locked[static_cast<std::size_t> (key)]; };
    for (const PatchParameter& parameter : patchParameters ())
        if (const auto range = musicalRange (parameter.key))
        {
            const float value = valueIn (parameter, *range, random);
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

} // namespace melstrom
