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
        Row {osc1On, "on", "On", "whether it sounds"}.toggle (true),
        Row {osc1Spectrum, "spectrum", "Spectrum",
             "amplitudes of the harmonics; `drawn` takes those of `drawing`"}
            .choice (SpectrumShape::sine)
            .makesTables (),
        Row {osc1PulseWidth, "pulse_width", "Pulse Width",
             "share of a cycle for which a pulse is high; for `pulse` alone", Unit::none, 0.01f,
             0.99f, 0.5f}
            .makesTables ()
            .idleUnless (osc1Spectrum, SpectrumShape::pulse),
        Row {osc1Partials, "partials", "Partials", "harmonics that sound at most; fewer are darker",
             Unit::none, 1, kMostPartials, kMostPartials, Curve::whole}
            .makesTables ()
            .idleAt (osc1Spectrum, SpectrumShape::sine),
        Row {osc1Tilt, "tilt", "Tilt", "how much louder each octave above the fundamental is",
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
        Row {osc1Unison, "unison", "Unison", "copies that sound together, of the same power as one",
             Unit::voices, 1, 16, 1, Curve::whole}
            .makesTables (),
        Row {osc1Detune, "detune", "Detune",
             "how far the outermost copies of a unison are out of tune", Unit::cents, 0, 100, 10}
            .target ()
            .idleAt (osc1Unison, 1),
        Row {osc1Spread, "spread", "Spread", "how far apart the copies stand in the stereo field",
             Unit::none, 0, 1, 0.5f}
            .target ()
            .idleAt (osc1Unison, 1),
        Row {osc1Density, "density", "Density",
             "partials into which each harmonic is spread; 1 leaves no room for bandwidth",
             Unit::none, 1, 16, 1, Curve::whole}
            .makesTables (),
        Row {osc1Bandwidth, "bandwidth", "Bandwidth",
             "how far the partials of a harmonic lie apart, as the deviation of a Gaussian; from "
             "density 2 on",
             Unit::cents, 0, 200, 20}
            .target ()
            .idleAt (osc1Density, 1),
        Row {osc1BandwidthScale, "bandwidth_scale", "Bandwidth Scale",
             "exponent of how bandwidth grows with the harmonic: 0 the same in Hz, 1 the same in "
             "cents",
             Unit::none, 0, 2, 1}
            .makesTables ()
            .idleAt (osc1Density, 1),
        Row {osc1Stretch, "stretch", "Stretch",
             "share of its frequency by which a partial is sharp, an octave above the fundamental",
             Unit::none, -0.1f, 0.1f, 0}
            .target ()
            .idleAt (osc1Spectrum, SpectrumShape::sine),
        Row {osc1Phase, "phase", "Phase",
             "share of a turn over which start phases are left to chance"}
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
             "how much louder each octave is: 0 white, -3 pink, -6 brown", Unit::decibelsPerOctave,
             -12, 12, 0}
            .target (),
        Row {noiseSmooth, "smooth", "Smooth", "length of the running mean that takes off the highs",
             Unit::milliseconds, 0, 5, 0}
            .target (),
        Row {noisePan, "pan", "Pan", "place in the stereo field: -1 is left, 1 right", Unit::none,
             -1, 1, 0}
            .target (),
        Row {noiseWidth, "width", "Width",
             "0: the same left and right; 1: independent of each other", Unit::none, 0, 1, 0}
            .target (),
        Row {noiseGrainDepth, "grain_depth", "Grain Depth", "how deep grains cut into the noise",
             Unit::none, 0, 1, 0}
            .target (),
        Row {noiseGrainRate, "grain_rate", "Grain Rate", "grains a second", Unit::hertz, 1, 200, 20,
             Curve::logarithmic}
            .target (),
    };
}

} // namespace melstrom
