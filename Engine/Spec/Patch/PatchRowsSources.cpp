// Rows of the sound sources: oscillators and noise.
#include "Engine/Spec/Patch/PatchTables.h"

#include "Engine/Spec/Patch/Patch.h"

#include <algorithm>

namespace melstrom
{

namespace
{
using Unit = ParameterUnit;
using Curve = ParameterCurve;
using Row = PatchRow;
using enum PatchKey;

constexpr float kMostPartials = kMaxPartials;
constexpr std::string_view kLevelMeaning = "amplitude in the mix of the voice";
constexpr std::string_view kPanMeaning = "place in the stereo field: -1 is left, 1 right";

PatchRows firstOscillatorRows ()
{
    return switchedByFirst ({
        Row {osc1On, "on", "switches the oscillator on"}.toggle (true).byChance (1, 1),
        Row {osc1Spectrum, "spectrum",
             "amplitudes of the harmonics; drawn: the amplitudes in `drawing`"}
            .choice (SpectrumShape::sine)
            .makesTables ()
            .byChance (0, static_cast<float> (SpectrumShape::bell)),
        Row {osc1PulseWidth, "pulse_width",
             "share of a cycle in which the pulse is high; only for spectrum `pulse`", 0.01f, 0.99f,
             0.5f}
            .makesTables ()
            .idleUnless (osc1Spectrum, SpectrumShape::pulse)
            .byChance (0.1f, 0.5f),
        Row {osc1Partials, "partials", "greatest number of harmonics; fewer sound darker", 1,
             kMostPartials, kMostPartials, Unit::none, Curve::whole}
            .makesTables ()
            .idleAt (osc1Spectrum, SpectrumShape::sine)
            .byChance (12, kMaxPartials),
        Row {osc1Tilt, "tilt", "level change per octave above the fundamental", -24, 24, 0,
             Unit::decibelsPerOctave}
            .target ()
            .idleAt (osc1Spectrum, SpectrumShape::sine)
            .byChance (-9, 3),
        Row {osc1Level, "level", kLevelMeaning, 0, 1, 1}.target ().byChance (0.3f, 1),
        Row {osc1Pan, "pan", kPanMeaning, -1, 1, 0}.target ().byChance (-0.3f, 0.3f),
        Row {osc1Octave, "octave", "octaves above the key", -4, 4, 0, Unit::octaves, Curve::whole}
            .byChance (-1, 1),
        Row {osc1Semitones, "semitones", "semitones above the key", -12, 12, 0, Unit::semitones,
             Curve::whole}
            .byChance (0, 0),
        Row {osc1Cents, "cents", "cents above the key", -100, 100, 0, Unit::cents}
            .target ()
            .byChance (-8, 8),
        Row {osc1Unison, "unison",
             "number of copies that sound together; their total power is that of one copy", 1, 16,
             1, Unit::voices, Curve::whole}
            .makesTables ()
            .byChance (1, 5),
        Row {osc1Detune, "detune", "detuning of the outermost copies of a unison", 0, 100, 10,
             Unit::cents}
            .target ()
            .idleAt (osc1Unison, 1)
            .byChance (2, 25),
        Row {osc1Spread, "spread", "stereo width of the copies of a unison", 0, 1, 0.5f}
            .target ()
            .idleAt (osc1Unison, 1)
            .byChance (),
        Row {osc1Density, "density",
             "number of partials for each harmonic; with 1, `bandwidth` has no effect", 1, 16, 1,
             Unit::none, Curve::whole}
            .makesTables ()
            .byChance (1, 7, 0.5),
        Row {osc1Bandwidth, "bandwidth",
             "spread of the partials of a harmonic: standard deviation of a Gaussian; needs "
             "density 2 or more",
             0, 200, 20, Unit::cents}
            .target ()
            .idleAt (osc1Density, 1)
            .byChance (2, 40),
        Row {osc1BandwidthScale, "bandwidth_scale",
             "exponent for the growth of bandwidth with the harmonic; 0: equal in Hz, 1: equal in "
             "cents",
             0, 2, 1}
            .makesTables ()
            .idleAt (osc1Density, 1)
            .byChance (0.5f, 1.5f),
        Row {osc1Stretch, "stretch",
             "relative sharpness of partials per octave above the fundamental", -0.1f, 0.1f, 0}
            .target ()
            .idleAt (osc1Spectrum, SpectrumShape::sine)
            .byChance (0, 0.002f, 0.3),
        Row {osc1Phase, "phase", "share of a turn over which start phases are random"}
            .makesTables ()
            .byChance (),
    });
}

PatchRows oscillatorRows (int oscillator)
{
    auto rows = rowsMovedBy (oscillator * kOscillatorKeys, firstOscillatorRows ());
    // phaseMode belongs to the whole patch: its key does not move with the oscillator's keys.
    const auto phase = std::ranges::find (rows, oscillatorKey (oscillator, osc1Phase), &Row::key);
    phase->idleUnless (phaseMode, PhaseMode::random);
    if (oscillator > 0)
        rows.front ().toggle (false).byChance (); // a new patch plays oscillator 1 only
    return rows;
}

PatchRows noiseRows ()
{
    return {
        Row {noiseLevel, "level", kLevelMeaning}.target ().byChance (0, 0.3f, 0.4),
        Row {noiseColour, "colour", "level change per octave; 0: white, -3: pink, -6: brown", -12,
             12, 0, Unit::decibelsPerOctave}
            .target ()
            .byChance (-6, 3),
        Row {noiseSmooth, "smooth", "length of a running mean, which reduces high frequencies", 0,
             5, 0, Unit::milliseconds}
            .target ()
            .byChance (0, 1, 0.3),
        Row {noisePan, "pan", kPanMeaning, -1, 1, 0}.target ().byChance (-0.3f, 0.3f),
        Row {noiseWidth, "width", "0: left and right are equal; 1: left and right are independent"}
            .target ()
            .byChance (),
        Row {noiseGrainDepth, "grain_depth", "depth of the grains in the noise; 0: even noise"}
            .target ()
            .byChance (0, 1, 0.3),
        Row {noiseGrainRate, "grain_rate", "grains per second", 1, 200, 20, Unit::hertz,
             Curve::logarithmic}
            .target ()
            .byChance (4, 60),
    };
}
} // namespace

PatchTableRows sourceTables ()
{
    constexpr auto kGroup = SurpriseGroup::oscillators;
    return {{{"osc1", "Oscillator 1", "Osc 1", "Oscillators", kGroup}, oscillatorRows (0)},
            {{"osc2", "Oscillator 2", "Osc 2", "", kGroup}, oscillatorRows (1)},
            {{"noise", "Noise", "Noise", "Noise", kGroup}, noiseRows ()}};
}

} // namespace melstrom
