#include "Engine/Realtime/Control/ControlPoint.h"

#include "Engine/Realtime/Control/ControlParts.h"
#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Realtime/Control/NoteTime.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

/** A soft pedal that is fully down reduces the level by 6 dB. */
constexpr double kSoftShare = 0.5;
/** Controller 71 moves the resonance by at most half of its range. */
constexpr float kResonanceShare = 0.5f;
/** Clusters have their full level from this bandwidth on. */
constexpr double kClusterCents = 2;
/** Decibels per octave divided by this are an exponent of the frequency ratio. */
constexpr double kDbPerExponent = 6.020599913279624; // 20 log10 (2)

void setClusters (OscillatorControl& control, double bandwidthCents, double centreShare) noexcept
{
    const double x = std::clamp (bandwidthCents / kClusterCents, 0.0, 1.0);
    const double sides = x * x * (3 - 2 * x);
    control.sides = static_cast<float> (sides);
    control.centre = static_cast<float> (clusterCentre (sides, centreShare));
}

OscillatorControl oscillatorOf (const ControlContext& context, const PatchConstants& constants,
                                const VoiceValues& values, double soundingPitch,
                                int oscillator) noexcept
{
    const auto valueOf = [&] (PatchKey key) { return values[oscillatorKey (oscillator, key)]; };
    const auto at = static_cast<std::size_t> (oscillator);
    const double base = fundamentalAt (context, values, soundingPitch, oscillator);
    const double bandwidthCents = valueOf (PatchKey::osc1Bandwidth);
    const double detuneShare =
        constants.detuneShare[at](valueOf (PatchKey::osc1Detune), shareOverCents);

    OscillatorControl control;
    control.baseRate = toTurnRate (base);
    control.detuneRate = toDetuneRate (base * detuneShare);
    control.bandwidthRate =
        toTurnRate (base * constants.bandwidthShare[at](bandwidthCents, shareOverCents));
    control.stretchRate = toTurnRate (base * valueOf (PatchKey::osc1Stretch));
    control.level = valueOf (PatchKey::osc1On) > 0.5
                        ? static_cast<float> (valueOf (PatchKey::osc1Level))
                        : 0.0f;
    control.pan = static_cast<float> (valueOf (PatchKey::osc1Pan));
    control.spread = static_cast<float> (valueOf (PatchKey::osc1Spread));
    control.tilt = static_cast<float> (valueOf (PatchKey::osc1Tilt) / kDbPerExponent);
    setClusters (control, bandwidthCents, static_cast<double> (context.centreShare[at]));
    return control;
}

void setFilter (VoiceControl& control, const ControlContext& context, const VoiceValues& values,
                double keyPitch, double modEnvelope) noexcept
{
    const double octaves = values[PatchKey::filterKeyTracking] * (keyPitch - 60) / 12 +
                           values[PatchKey::filterEnvelope] * modEnvelope;
    const double cutoffHz =
        values[PatchKey::filterCutoff] * (octaves == 0 ? 1 : std::exp2 (octaves));
    control.cutoff = static_cast<float> (std::clamp (
        cutoffHz / context.sampleRateHz, kLowestCutoffHz / context.sampleRateHz, kHighestCutoff));
    control.resonance = static_cast<float> (values[PatchKey::filterResonance]);
}

void setNoise (VoiceControl& control, const VoiceValues& values, double sampleRateHz) noexcept
{
    control.noiseLevel = static_cast<float> (values[PatchKey::noiseLevel]);
    control.noiseColour = static_cast<float> (values[PatchKey::noiseColour]);
    control.noisePan = static_cast<float> (values[PatchKey::noisePan]);
    control.noiseWidth = static_cast<float> (values[PatchKey::noiseWidth]);
    control.noiseGrainDepth = static_cast<float> (values[PatchKey::noiseGrainDepth]);
    control.grainRate = toTurnRate (values[PatchKey::noiseGrainRate] / sampleRateHz);
    control.noiseSmooth = static_cast<float> (values[PatchKey::noiseSmooth]);
}

constexpr std::uint32_t bitOf (ModulationSource source, int count = 1) noexcept
{
    return ((1u << count) - 1) << static_cast<int> (source);
}

/** A voice's time, parameters and modulation envelope at an instant, after the matrix. */
struct MovedVoice
{
    MovedVoice (const ControlContext& context, const PatchConstants& constants,
                const Voice& voice) noexcept
        : time (noteTimeAt (context, voice)), values (*context.patch),
          mod (envelopeOf (VoiceEnvelope::mod, *context.patch, voice, time))
    {
        if (constants.used == 0)
            return;
        ModulationSources sources = playedSources (context, voice, constants.used);
        sources[ModulationSource::ampEnvelope] =
            envelopeOf (VoiceEnvelope::amp, *context.patch, voice, time).level;
        sources[ModulationSource::modEnvelope] = mod.level;
        for (int lfo = 0; lfo < kNumLfos; ++lfo)
        {
            const auto source = static_cast<int> (ModulationSource::lfo1) + lfo;
            if ((constants.used >> source & 1u) != 0)
                sources.strengths[static_cast<std::size_t> (source)] =
                    lfoOf (context, voice, values, lfo, time.seconds);
        }
        values.moveTargets (sources);
    }

    NoteTime time;
    VoiceValues values;
    EnvelopeValue mod;
};

/** Applies expression, volume, soft pedal, pan and resonance of the channel. */
void followChannel (BareControl& bare, const ControlContext& context, const Voice& voice,
                    const VoiceValues& values) noexcept
{
    const auto heard = [&] (Glider glider) { return heardController (context, voice, glider); };
    bare.expression = heard (Glider::expression) * heard (Glider::volume);
    bare.volumeGain *= 1 - kSoftShare * heard (Glider::soft);
    if (const auto pan = static_cast<float> (heard (Glider::pan)); pan != 0)
    {
        for (OscillatorControl& oscillator : bare.control.oscillators)
            oscillator.pan = std::clamp (oscillator.pan + pan, -1.0f, 1.0f);
        bare.control.noisePan = std::clamp (bare.control.noisePan + pan, -1.0f, 1.0f);
    }
    if (const auto resonance = static_cast<float> (heard (Glider::resonance)); resonance != 0)
    {
        const PatchParameter& parameter = parameterOf (PatchKey::filterResonance);
        const auto q = static_cast<float> (values[PatchKey::filterResonance]);
        bare.control.resonance =
            valueAt (parameter, positionOf (parameter, q) + kResonanceShare * resonance);
    }
}

/** Whether the voice stays constant until an event, a parameter or a table changes. */
bool lastsFrom (const ControlContext& context, const PatchConstants& constants, const Voice& voice,
                const MovedVoice& moved) noexcept
{
    using enum ModulationSource;
    constexpr std::uint32_t kMoving =
        bitOf (ampEnvelope) | bitOf (modEnvelope) | bitOf (lfo1, kNumLfos);
    const VoiceValues& values = moved.values;
    const bool isFilterSettled = values[PatchKey::filterEnvelope] == 0 || moved.mod.isSettled;
    const double glideSamples = voice.glideSeconds * context.sampleRateHz;
    const bool hasGlided = static_cast<double> (context.sample - voice.glideSample) >= glideSamples;
    return (constants.used & kMoving) == 0 && isFilterSettled && hasGlided &&
           voice.controllers.isSettled () && values[PatchKey::pitchAmount] == 0;
}

BareControl bareControlOf (const ControlContext& context, const PatchConstants& constants,
                           const Voice& voice) noexcept
{
    const MovedVoice moved (context, constants, voice);
    const VoiceValues& values = moved.values;
    BareControl bare;
    const VoicePitch pitch = pitchAt (context, voice, values, moved.time);
    for (int i = 0; i < kNumOscillators; ++i)
        bare.control.oscillators[static_cast<std::size_t> (i)] =
            oscillatorOf (context, constants, values, pitch.sounding, i);
    setFilter (bare.control, context, values, pitch.key, moved.mod.level);
    setNoise (bare.control, values, context.sampleRateHz);
    bare.velocityGain = velocityGain (values, heardController (context, voice, Glider::velocity));
    bare.volumeGain = constants.volumeGain (values[PatchKey::volume], gainOfDb);
    followChannel (bare, context, voice, values);
    bare.lasts = lastsFrom (context, constants, voice, moved);
    return bare;
}

/** Calls `function` with the context's constants, or with newly computed ones. */
template <typename Function>
auto withConstants (const ControlContext& context, Function function) noexcept
{
    return context.constants != nullptr ? function (*context.constants)
                                        : function (PatchConstants (*context.patch));
}

} // namespace

double heardController (const ControlContext& context, const Voice& voice, Glider glider) noexcept
{
    return voice.controllers.isKnown ()
               ? voice.controllers[glider]
               : sentControllers (*context.channels, playedKeyOf (voice))[glider];
}

double clusterCentre (double sides, double centreShare) noexcept
{
    if (! (centreShare > 0 && centreShare < 1))
        return 1;
    const double sidesPower = sides * sides * (1 - centreShare * centreShare);
    return std::sqrt (std::max (0.0, 1 - sidesPower)) / centreShare;
}

PatchValues heardValuesAt (const ControlContext& context, const Voice& voice) noexcept
{
    return withConstants (context, [&] (const PatchConstants& constants)
                          { return MovedVoice (context, constants, voice).values.all (); });
}

BareControl bareControlAt (const ControlContext& context, const Voice& voice) noexcept
{
    return withConstants (context, [&] (const PatchConstants& constants)
                          { return bareControlOf (context, constants, voice); });
}

float envelopeGain (const BareControl& bare, const ControlContext& context,
                    const Voice& voice) noexcept
{
    return levelGain (bare, heardEnvelope (bare, context, voice).level);
}

VoiceControl withEnvelope (const BareControl& bare, const ControlContext& context,
                           const Voice& voice) noexcept
{
    const HeardEnvelope heard = heardEnvelope (bare, context, voice);
    const float gain = levelGain (bare, heard.level);
    VoiceControl control = bare.control;
    for (auto& oscillator : control.oscillators)
        oscillator.level *= gain;
    control.noiseLevel *= gain;
    control.envelope = static_cast<float> (heard.level);
    control.isOver = heard.isOver;
    return control;
}

VoiceControl controlAt (const ControlContext& context, const Voice& voice) noexcept
{
    return withEnvelope (bareControlAt (context, voice), context, voice);
}

} // namespace melstrom
