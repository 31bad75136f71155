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

PatchRows firstOscillatorRows ()
{
    return switchedByFirst ({
        Row {osc1On, "on", "On", "switches the oscillator on"}.toggle (true),
        Row {osc1Spectrum, "spectrum", "Spectrum",
             "amplitudes of the harmonics; drawn: the amplitudes in `drawing`"}
            .choice (SpectrumShape::sine)
            .makesTables (),
        Row {osc1PulseWidth, "pulse_width", "Pulse Width",
             "share of a cycle in which the pulse is high; only for spectrum `pulse`", Unit::none,
             0.01f, 0.99f, 0.5f}
            .makesTables ()
            .idleUnless (osc1Spectrum, SpectrumShape::pulse),
        Row {osc1Partials, "partials", "Partials",
             "greatest number of harmonics; fewer sound darker", Unit::none, 1, kMostPartials,
             kMostPartials, Curve::whole}
            .makesTables ()
            .idleAt (osc1Spectrum, SpectrumShape::sine),
        Row {osc1Tilt, "tilt", "Tilt", "level change per octave above the fundamental",
             Unit::decibelsPerOctave, -24, 24, 0}
            .target ()
            .idleAt (osc1Spectrum, SpectrumShape::sine),
        Row {osc1Level, "level", "Level", "amplitude in the mix of the voice", Unit::none, 0, 1, 1}
            .target (),
        Row {osc1Pan, "pan", "Pan", "place in the stereo field: -1 is left, 1 right", Unit::none,
             -1, 1, 0}
            .target (),
        Row {osc1Octave, "octave", "Octave", "octaves above the key", Unit::octaves, -4, 4, 0,
             Curve::whole},
        Row {osc1Semitones, "semitones", "Semitones", "semitones above the key", Unit::semitones,
             -12, 12, 0, Curve::whole},
        Row {osc1Cents, "cents", "Cents", "cents above the key", Unit::cents, -100, 100, 0}
            .target (),
        Row {osc1Unison, "unison", "Unison",
             "number of copies that sound together; their total power is that of one copy",
             Unit::voices, 1, 16, 1, Curve::whole}
            .makesTables (),
        Row {osc1Detune, "detune", "Detune", "detuning of the outermost copies of a unison",
             Unit::cents, 0, 100, 10}
            .target ()
            .idleAt (osc1Unison, 1),
        Row {osc1Spread, "spread", "Spread", "stereo width of the copies of a unison", Unit::none,
             0, 1, 0.5f}
            .target ()
            .idleAt (osc1Unison, 1),
        Row {osc1Density, "density", "Density",
             "number of partials for each harmonic; with 1, `bandwidth` has no effect", Unit::none,
             1, 16, 1, Curve::whole}
            .makesTables (),
        Row {osc1Bandwidth, "bandwidth", "Bandwidth",
             "spread of the partials of a harmonic: standard deviation of a Gaussian; needs "
             "density 2 or more",
             Unit::cents, 0, 200, 20}
            .target ()
            .idleAt (osc1Density, 1),
        Row {osc1BandwidthScale, "bandwidth_scale", "Bandwidth Scale",
             "exponent for the growth of bandwidth with the harmonic; 0: equal in Hz, 1: equal in "
             "cents",
             Unit::none, 0, 2, 1}
            .makesTables ()
            .idleAt (osc1Density, 1),
        Row {osc1Stretch, "stretch", "Stretch",
             "relative sharpness of partials per octave above the fundamental", Unit::none, -0.1f,
             0.1f, 0}
            .target ()
            .idleAt (osc1Spectrum, SpectrumShape::sine),
        Row {osc1Phase, "phase", "Phase", "share of a turn over which start phases are random"}
            .makesTables (),
    });
}
} // namespace

PatchRows oscillatorRows (int oscillator)
{
    auto rows = rowsMovedBy (oscillator * kOscillatorKeys, firstOscillatorRows ());
    // phaseMode belongs to the whole patch: its key does not move with the oscillator's keys.
    const auto phase = std::ranges::find (rows, oscillatorKey (oscillator, osc1Phase), &Row::key);
    *phase = phase->idleUnless (phaseMode, PhaseMode::random);
    if (oscillator > 0)
        rows.front ().initial = 0; // a new patch plays oscillator 1 only
    return rows;
}

PatchRows noiseRows ()
{
    return {
        Row {noiseLevel, "level", "Level", "amplitude in the mix of the voice", Unit::none, 0, 1, 0}
            .target (),
        Row {noiseColour, "colour", "Colour",
             "level change per octave; 0: white, -3: pink, -6: brown", Unit::decibelsPerOctave, -12,
             12, 0}
            .target (),
        Row {noiseSmooth, "smooth", "Smooth",
             "length of a running mean, which reduces high frequencies", Unit::milliseconds, 0, 5,
             0}
            .target (),
        Row {noisePan, "pan", "Pan", "place in the stereo field: -1 is left, 1 right", Unit::none,
             -1, 1, 0}
            .target (),
        Row {noiseWidth, "width", "Width",
             "0: left and right are equal; 1: left and right are independent", Unit::none, 0, 1, 0}
            .target (),
        Row {noiseGrainDepth, "grain_depth", "Grain Depth",
             "depth of the grains in the noise; 0: even noise", Unit::none, 0, 1, 0}
            .target (),
        Row {noiseGrainRate, "grain_rate", "Grain Rate", "grains per second", Unit::hertz, 1, 200,
             20, Curve::logarithmic}
            .target (),
    };
}

} // namespace melstrom
