// Keys of a patch's numeric parameters.
#pragma once

#include "Engine/Spec/Patch/PatchChoices.h"

#include <cstdint>

namespace melstrom
{

/** One key per row of the parameter table (PatchParameters.h), in the table's order. The second
    oscillator, the modulation envelope, the second LFO and matrix rows 2 to 16 repeat the keys of
    the first one in the same order, at a constant distance. */
enum class PatchKey : std::int16_t
{
    // whole patch
    volume,
    velocitySensitivity,
    voiceMode,
    notePriority,
    maxVoices,
    transpose,
    keyTracking,
    tuningHz,
    bendRange,
    glideMode,
    glideTime,
    seed,
    velocityCurve,
    controllerGlide,
    phaseMode,
    glideBy,
    mpe,
    mpeBendRange,

    // oscillator 1
    osc1On,
    osc1Spectrum,
    osc1PulseWidth,
    osc1Partials,
    osc1Tilt,
    osc1Level,
    osc1Pan,
    osc1Octave,
    osc1Semitones,
    osc1Cents,
    osc1Unison,
    osc1Detune,
    osc1Spread,
    osc1Density,
    osc1Bandwidth,
    osc1BandwidthScale,
    osc1Stretch,
    osc1Phase,
    // oscillator 2: kOscillatorKeys after oscillator 1
    osc2On,
    osc2Spectrum,
    osc2PulseWidth,
    osc2Partials,
    osc2Tilt,
    osc2Level,
    osc2Pan,
    osc2Octave,
    osc2Semitones,
    osc2Cents,
    osc2Unison,
    osc2Detune,
    osc2Spread,
    osc2Density,
    osc2Bandwidth,
    osc2BandwidthScale,
    osc2Stretch,
    osc2Phase,

    // noise
    noiseLevel,
    noiseColour,
    noiseSmooth,
    noisePan,
    noiseWidth,
    noiseGrainDepth,
    noiseGrainRate,

    // envelopes
    ampAttack,
    ampHold,
    ampDecay,
    ampSustain,
    ampRelease,
    ampCurve,
    modAttack, ///< kEnvelopeKeys after ampAttack
    modHold,
    modDecay,
    modSustain,
    modRelease,
    modCurve,
    pitchAmount,
    pitchTime,
    pitchCurve,

    // LFO 1
    lfo1Shape,
    lfo1Rate,
    lfo1Sync,
    lfo1Beats,
    lfo1Phase,
    lfo1Fade,
    // LFO 2: kLfoKeys after LFO 1
    lfo2Shape,
    lfo2Rate,
    lfo2Sync,
    lfo2Beats,
    lfo2Phase,
    lfo2Fade,

    // filter
    filterType,
    filterSlope,
    filterCutoff,
    filterResonance,
    filterKeyTracking,
    filterEnvelope,

    // macros
    macro1,
    macro2,
    macro3,
    macro4,

    // chord mode
    chordType,
    chordVoicing,
    chordStrum,

    // after the mix
    chorusMix,
    chorusRate,
    chorusDepth,
    reverbMix,
    reverbTime,
    reverbDamping,
    reverbPredelay,
    clipOn,
    clipDrive,
    eqLowGain,
    eqLowFrequency,
    eqMidGain,
    eqMidFrequency,
    eqMidQ,
    eqHighGain,
    eqHighFrequency,
    delayMix,
    delaySync,
    delayTime,
    delayBeats,
    delayFeedback,
    delayPingPong,
    delayCutoff,
    outputGain,

    // matrix row 1; rows 2 to 16 follow without names, each kMatrixKeys after the row before
    matrixSource,
    matrixTarget,
    matrixDepth,
    matrixVia,
};

inline constexpr int kNumOscillators = 2, kNumLfos = 2, kNumMacros = 4, kNumMatrixRows = 16;
inline constexpr int kOscillatorKeys =
    static_cast<int> (PatchKey::osc2On) - static_cast<int> (PatchKey::osc1On);
inline constexpr int kEnvelopeKeys =
    static_cast<int> (PatchKey::modAttack) - static_cast<int> (PatchKey::ampAttack);
inline constexpr int kLfoKeys =
    static_cast<int> (PatchKey::lfo2Shape) - static_cast<int> (PatchKey::lfo1Shape);
inline constexpr int kMatrixKeys = 4;
inline constexpr int kNumPatchKeys =
    static_cast<int> (PatchKey::matrixSource) + kNumMatrixRows * kMatrixKeys;

constexpr PatchKey keyAfter (PatchKey first, int distance) noexcept
{
    return static_cast<PatchKey> (static_cast<int> (first) + distance);
}
/** oscillator: 0 or 1; key: a key of oscillator 1. lfoKey and matrixKey do the same for LFOs and
    rows of the matrix. */
constexpr PatchKey oscillatorKey (int oscillator, PatchKey key) noexcept
{
    return keyAfter (key, oscillator * kOscillatorKeys);
}
constexpr PatchKey lfoKey (int lfo, PatchKey key) noexcept
{
    return keyAfter (key, lfo * kLfoKeys);
}
constexpr PatchKey matrixKey (int row, PatchKey key) noexcept
{
    return keyAfter (key, row * kMatrixKeys);
}

inline constexpr int kNumModulationSources = kNumChoices<ModulationSource>;

} // namespace melstrom
