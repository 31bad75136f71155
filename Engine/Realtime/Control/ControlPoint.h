// All time-varying values of a voice at one point of the control grid.
#pragma once

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Control/ChannelState.h"
#include "Engine/Realtime/Control/PatchConstants.h"
#include "Engine/Realtime/Control/Voice.h"
#include "Engine/Spec/Patch/PatchValues.h"
#include "Engine/Spec/Tuning/Tuning.h"

#include <array>
#include <optional>

namespace melstrom
{

/** The control point at or after a sample. Releases and fades start there, because the sound
    between two control points is fixed at the first one. sample >= 0 */
constexpr std::int64_t controlPointFrom (std::int64_t sample) noexcept
{
    return (sample + kControlSamples - 1) / kControlSamples * kControlSamples;
}

/** easeShare of the patch's controller_glide, for steps of one control point. */
inline double controllerShare (const PatchValues& patch, double sampleRateHz) noexcept
{
    return easeShare (static_cast<double> (patch[PatchKey::controllerGlide]) / 1000 / kRiseOfEase,
                      kControlSamples / sampleRateHz);
}

/** Seed of a note's random values: start phases, noise and others. */
inline std::uint32_t noteSeedOf (const PatchValues& patch, const Voice& voice) noexcept
{
    return hashOf (static_cast<std::uint32_t> (patch.whole (PatchKey::seed)), voice.sequence);
}

/** The input of all voices at a control point. */
struct ControlContext
{
    const PatchValues* patch = nullptr;
    const PatchConstants* constants = nullptr; ///< of the patch; null: computed for each voice
    const Tuning* tuning = nullptr;
    const ChannelStates* channels = nullptr;
    double sampleRateHz = 48000;
    std::int64_t sample = 0;   ///< the control point, absolute
    double songBeats = 0;      ///< at `sample`, for LFOs in tempo
    double beatsPerSample = 0; ///< from `sample` to the next control point
    double easeShare = 1;      ///< of controllers, per control point: see easeShare
    double jumpShare = 1;      ///< of a ControlJump, likewise
    /** Counts changes that cannot be interpolated: choices, toggles, tuning. See ControlJump.h. */
    std::uint32_t numJumps = 0;
    /** Amplitude of a cluster's centre over the harmonic's, for each oscillator's table; 1: no
        cluster. */
    std::array<float, kNumOscillators> centreShare {1, 1};
    /** Free-running LFOs, at `sample` or before. */
    std::array<LfoRecord, kNumLfos> freeLfos {};
    /** Shedding omits partials below 2^floorExponent, relative to a voice of level 1; empty: only
        inaudible partials are omitted. */
    std::optional<int> floorExponent;
    /** Changes with every change of patch, tuning, channels, centreShare or a voice; 0: unknown. */
    std::uint64_t generation = 0;
};

/** One oscillator at an instant. Rates in 2^-46 cycles per sample, detuneRate in 2^-36: a copy's
    position provides the other 10 bits. See FixedPhase.h. */
struct OscillatorControl
{
    std::int64_t baseRate = 0, detuneRate = 0, bandwidthRate = 0, stretchRate = 0;
    float level = 0, pan = 0, spread = 0, tilt = 0, centre = 1, sides = 0;
};

/** Range of VoiceControl::cutoff; kHighestCutoff in cycles per sample. */
inline constexpr double kLowestCutoffHz = 20, kHighestCutoff = 0.49;

/** A voice at an instant. */
struct VoiceControl
{
    std::array<OscillatorControl, kNumOscillators> oscillators;
    float cutoff = 0.5f, resonance = 0.707f; ///< cycles per sample, Q
    float noiseLevel = 0, noiseColour = 0, noisePan = 0, noiseWidth = 0, noiseGrainDepth = 0,
          noiseSmooth = 0;
    std::int64_t grainRate = 0; ///< in the unit of baseRate
    float envelope = 0;         ///< amplitude envelope with velocity and fades: for stealing
    bool isOver = false;        ///< silent from here on
};

/** A pure function of the patch, the voice and the instant. Times before the start of the note
    count as its start. Allocates nothing.
      level     envelope x velocity gain x oscillator's level x volume
                x (expression x channel's volume)^2 x (1 - soft / 2) x fade
      velocity  84 s (f - 1) dB with f = (1 - c) (1 + log (v) / log (127)) + c v, the sensitivity s
                and the curve c. s = 1 and c = 0 give 40 log10 (v) dB.
                Source, also for expression: General MIDI 2
      pitch     key's pitch in its tuning, with glide, spread about key 60 by the key tracking; plus
                transposition, bends, RPN 1 and 2, and the pitch envelope; 69 is tuningHz; plus the
                oscillator's octaves, semitones and cents
      cutoff    filter's cutoff x 2^(tracking (pitch - 60) / 12 + octaves x modulation envelope);
                the pitch includes the glide, but no bends. Clamped to 20 Hz .. 0.49 of the rate
      clusters  sides fade in by 3x^2 - 2x^3 over bandwidths of 0 .. 2 cents; the centre
                keeps the power
    Modulation.h describes the modulation of parameters. */
VoiceControl controlAt (const ControlContext& context, const Voice& voice) noexcept;

/** Value of a controller: smoothed if the voice follows it, else the last sent one. */
double heardController (const ControlContext& context, const Voice& voice, Glider glider) noexcept;

/** A voice at an instant without its amplitude envelope and its fade. */
struct BareControl
{
    VoiceControl control; ///< its levels times envelopeGain are the voice's
    double velocityGain = 1, volumeGain = 1, expression = 1;
    /** constant for all later control points of this generation */
    bool lasts = false;
};
BareControl bareControlAt (const ControlContext& context, const Voice& voice) noexcept;
/** bare: from `bareControlAt` for the same arguments. Returns the value of `controlAt`. */
VoiceControl withEnvelope (const BareControl& bare, const ControlContext& context,
                           const Voice& voice) noexcept;

/** The factor of levels in `withEnvelope`. */
float envelopeGain (const BareControl& bare, const ControlContext& context,
                    const Voice& voice) noexcept;

/** The patch's parameters for the voice at that instant, after the matrix: the input of
    `controlAt`. */
PatchValues heardValuesAt (const ControlContext& context, const Voice& voice) noexcept;

/** Gain of a cluster's centre for the gain `sides` (0 .. 1) of its sides, such that the power is
    the same as without sides. centreShare: see ControlContext */
double clusterCentre (double sides, double centreShare) noexcept;

} // namespace melstrom
