// Everything about a voice that moves, at one instant of the control grid.
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

/** The control point at or after a sample. Releases and fades begin there, whatever sample they came at: what sounds
    between two control points was decided at the first. sample >= 0 */
constexpr std::int64_t controlPointFrom (std::int64_t sample) noexcept
{
    return (sample + kControlSamples - 1) / kControlSamples * kControlSamples;
}

/** What a patch's controller_glide makes of a controller's step, from one control point to the next. */
inline double controllerShare (const PatchValues& patch, double sampleRateHz) noexcept
{
    return easeShare (static_cast<double> (patch[PatchKey::controllerGlide]) / 1000 / kRiseOfEase,
                      kControlSamples / sampleRateHz);
}

/** Of a note: start phases, noise and all else that chance decides. */
inline std::uint32_t noteSeedOf (const PatchValues& patch, const Voice& voice) noexcept
{
    return hashOf (static_cast<std::uint32_t> (patch.whole (PatchKey::seed)), voice.sequence);
}

/** What all voices hear alike at a control point. */
struct ControlContext
{
    const PatchValues* patch = nullptr;
    const PatchConstants* constants = nullptr; ///< of the patch; null: worked out for each voice
    const Tuning* tuning = nullptr;
    const ChannelStates* channels = nullptr;
    double sampleRateHz = 48000;
    std::int64_t sample = 0;   ///< the control point: absolute
    double songBeats = 0;      ///< at `sample`: for LFOs in tempo
    double beatsPerSample = 0; ///< from `sample` to the next control point
    double easeShare = 1;      ///< of a controller's step, from one control point to the next
    double jumpShare = 1;      ///< likewise of a ControlJump
    /** Counts changes of the patch that move in no line: choices, toggles, the tuning. See ControlJump.h. */
    std::uint32_t numJumps = 0;
    /** Amplitude of a cluster's centre over the harmonic's, of each oscillator's table; 1: no cluster. */
    std::array<float, kNumOscillators> centreShare {1, 1};
    /** LFOs that run free, at `sample` or before. */
    std::array<LfoRecord, kNumLfos> freeLfos {};
    /** Partials that are left out lie below 2^this, over a voice of level 1; empty: only those that are never heard are. */
    std::optional<int> floorExponent;
    /** Another one whenever patch, tuning, channels, centreShare or a voice have changed; 0: they may have. */
    std::uint64_t generation = 0;
};

/** One oscillator at an instant. Rates in 2^-46 cycles a sample, detuneRate in 2^-36: a copy's position brings the
    other 10 bits. See FixedPhase.h. */
struct OscillatorControl
{
    std::int64_t baseRate = 0, detuneRate = 0, bandwidthRate = 0, stretchRate = 0;
    float level = 0, pan = 0, spread = 0, tilt = 0, centre = 1, sides = 0;
};

/** A voice at an instant. */
struct VoiceControl
{
    std::array<OscillatorControl, kNumOscillators> oscillators;
    float cutoff = 0.5f, resonance = 0.707f; ///< cycles a sample, Q
    float noiseLevel = 0, noiseColour = 0, noisePan = 0, noiseWidth = 0, noiseGrainDepth = 0,
          noiseSmooth = 0;
    std::int64_t grainRate = 0; ///< as baseRate
    float envelope = 0;         ///< of the amplitude, with velocity and fades: for stealing
    bool isOver = false;        ///< silent from here on
};

/** A pure function of the patch, the voice and the instant: asked twice, it says the same. Times before the note began
    count as its beginning. Allocates nothing; `noexcept`.
      level     envelope x velocity gain x oscillator's level x volume x (expression x channel's volume)^2 x (1 - soft / 2) x fade
      velocity  84 s (f - 1) dB with the sensitivity s and f = (1 - c) (1 + log (v) / log (127)) + c v, the curve c. s = 1 and
                c = 0 are 40 log10 (v) dB. Source: General MIDI 2, and so for expression
      pitch     key's pitch in its tuning, gliding, spread about key 60 by the key tracking; plus transposition, bends, RPN 1
                and 2, and the pitch envelope; 69 is tuningHz; plus the oscillator's octaves, semitones and cents
      cutoff    filter's cutoff x 2^(tracking (pitch - 60) / 12 + octaves x modulation envelope); the pitch glides, but
                does not bend. Cut to 20 Hz .. 0.49 of the rate
      clusters  sides fade in by 3x^2 - 2x^3 over bandwidths of 0 .. 2 cents; the centre keeps the power
    What moves parameters: see Modulation.h. */
VoiceControl controlAt (const ControlContext& context, const Voice& voice) noexcept;

/** Strength of a controller: where it has glided to, of a voice that follows it; else as it was sent. */
double heardController (const ControlContext& context, const Voice& voice, Glider glider) noexcept;

/** A voice at an instant without its amplitude's envelope and its fade. */
struct BareControl
{
    VoiceControl control; ///< levels: times `gain` they are the voice's
    double velocityGain = 1, volumeGain = 1, expression = 1;
    /** The same at every later control point of this generation. */
    bool lasts = false;
};
BareControl bareControlAt (const ControlContext& context, const Voice& voice) noexcept;
/** bare: as `bareControlAt` says it for the same arguments. What `controlAt` says, which is these two. */
VoiceControl withEnvelope (const BareControl& bare, const ControlContext& context,
                           const Voice& voice) noexcept;

/** By what `withEnvelope` multiplies levels. */
float envelopeGain (const BareControl& bare, const ControlContext& context,
                    const Voice& voice) noexcept;

/** The patch's parameters as the matrix has moved them for the voice at that instant: what `controlAt` hears. */
PatchValues heardValuesAt (const ControlContext& context, const Voice& voice) noexcept;

/** Gain of the centre of clusters whose sides have the gain `sides` (0 .. 1), so that power stays what it is without
    them. centreShare: see ControlContext */
double clusterCentre (double sides, double centreShare) noexcept;

} // namespace melstrom
