#include "Engine/Realtime/Effects/EffectMoves.h"

#include "Engine/Realtime/Control/ControlParts.h"
#include "Engine/Realtime/Control/NoteTime.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>

namespace melstrom
{
namespace
{

/** Note time for LFOs of effects: the fade-in of an LFO belongs to notes, so it is over here. */
constexpr double kLongSeconds = 1e9;

constexpr std::uint32_t bitOf (int source) noexcept
{
    return std::uint32_t {1} << source;
}
constexpr std::uint32_t kLfoBits = bitOf (static_cast<int> (ModulationSource::lfo1)) |
                                   bitOf (static_cast<int> (ModulationSource::lfo2));

ControllerValues restingControllers () noexcept
{
    return sentControllers (ChannelStates {}, {});
}

/** Sources of matrix rows that have a depth and move a mix. */
std::uint32_t sourcesOfMixes (const PatchValues& patch) noexcept
{
    std::uint32_t used = 0;
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (const auto target = matrixTargetOf (patch, row);
            target && parameterOf (*target).affects == Affects::effect &&
            patch[matrixKey (row, PatchKey::matrixDepth)] != 0)
            for (const PatchKey source : {PatchKey::matrixSource, PatchKey::matrixVia})
                used |= bitOf (std::clamp (patch.whole (matrixKey (row, source)), 0, 31));
    return used & sharedSources (patch);
}

} // namespace

EffectMoves::EffectMoves (double sampleRateHz) noexcept
    : values_ (ParameterMotion (sampleRateHz).values ()), motion_ (sampleRateHz)
{
    context_.sampleRateHz = sampleRateHz;
    reset ();
}

void EffectMoves::jumpTo (const PatchValues& values) noexcept
{
    keepPast ();
    values_ = values;
    motion_.jumpTo (values);
    keepPast ();
    follow ();
    hasNews_ = true;
}

void EffectMoves::reset () noexcept
{
    motion_.finish ();
    zones_.reset ();
    sent_ = restingControllers ();
    reverbSend_ = chorusSend_ = 0;
    ear_.controllers.snapTo (sent_);
    hasBegun_ = false;
    context_.freeLfos = {};
    moves_ = {};
    follow ();
    hasNews_ = true;
}

void EffectMoves::follow () noexcept
{
    const PatchValues& patch = motion_.values ();
    used_ = sourcesOfMixes (patch);
    zones_.setMpe (patch.choice<MpeMode> (PatchKey::mpe) == MpeMode::on,
                   patch[PatchKey::mpeBendRange]);
    context_.easeShare = controllerShare (patch, context_.sampleRateHz);
}

ControlContext EffectMoves::context () const noexcept
{
    ControlContext context = context_;
    context.patch = &motion_.values ();
    return context;
}

/** Call before and after a change of rates: LFOs then continue from their phase, like those of
    voices. */
void EffectMoves::keepPast () noexcept
{
    if (! hasBegun_)
        return;
    ControlContext now = context ();
    advanceFreeLfos (now);
    context_.freeLfos = now.freeLfos;
}

bool EffectMoves::hears (const SynthEvent& event) noexcept
{
    using enum SynthEventKind;
    return event.kind == parameter || event.kind == controller || event.kind == bend ||
           event.kind == channelPressure;
}

void EffectMoves::apply (const SynthEvent& event) noexcept
{
    if (! hears (event))
        return;
    hasNews_ = true;
    if (event.kind == SynthEventKind::parameter)
    {
        if (event.key >= kNumPatchKeys)
            return;
        const auto key = static_cast<PatchKey> (event.key);
        values_[key] = event.value;
        motion_.moveTo (key, event.value);
        return;
    }
    zones_.apply (event);
    if (event.channel >= kNumChannels || zones_.isMember (event.channel))
        return;
    if (event.kind == SynthEventKind::controller)
        control (static_cast<Controller> (event.key), event.value);
    else
        sent_[event.kind == SynthEventKind::bend ? Glider::bend : Glider::pressure] =
            static_cast<double> (event.value);
}

void EffectMoves::control (Controller number, float value) noexcept
{
    const auto send = [&] (Glider glider) { sent_[glider] = static_cast<double> (value); };
    switch (number)
    {
        case Controller::wheel: send (Glider::wheel); break;
        case Controller::breath: send (Glider::breath); break;
        case Controller::expression: send (Glider::expression); break;
        case Controller::timbre: send (Glider::timbre); break;
        case Controller::reverbSend: reverbSend_ = value; break;
        case Controller::chorusSend: chorusSend_ = value; break;
        case Controller::resetControllers:
        {
            const double timbre = sent_[Glider::timbre]; // see ChannelStates
            sent_ = restingControllers ();
            sent_[Glider::timbre] = timbre;
            break;
        }
        default: break;
    }
}

bool EffectMoves::isMoving () const noexcept
{
    return hasNews_ || motion_.isMoving () || ! ear_.controllers.isSettled () ||
           (used_ & kLfoBits) != 0;
}

ModulationSources EffectMoves::sources () const noexcept
{
    const ControlContext now = context ();
    ModulationSources sources = playedSources (now, ear_, used_);
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
    {
        const auto source = static_cast<int> (ModulationSource::lfo1) + lfo;
        if ((used_ & bitOf (source)) != 0)
            sources[static_cast<ModulationSource> (source)] =
                lfoOf (now, ear_, VoiceValues (*now.patch), lfo, kLongSeconds);
    }
    return sources;
}

void EffectMoves::advance (std::int64_t sample, const SongTime* song) noexcept
{
    context_.sample = sample;
    hasBegun_ = true;
    const double beats = song ? song->beatsAt (sample) : 0;
    const double later = song ? song->beatsAt (sample + kControlSamples) : 0;
    context_.songBeats = beats;
    context_.beatsPerSample = (later - beats) / kControlSamples;
    if (motion_.isMoving ())
    {
        keepPast ();
        motion_.advance ();
        keepPast ();
        follow ();
    }
    ear_.controllers.advance (sent_, context_.easeShare);
    hasNews_ = false;
    moves_ = {};
    if (used_ == 0)
        return;
    const ModulationSources now = sources ();
    const auto moveOf = [&] (PatchKey key) { return targetMove (motion_.values (), key, now); };
    moves_ = {moveOf (PatchKey::chorusMix), moveOf (PatchKey::delayMix),
              moveOf (PatchKey::reverbMix)};
}

double EffectMoves::mixOf (PatchKey key, double move, float send) const noexcept
{
    if (move == 0 && send == 0)
        return static_cast<double> (values_[key]);
    const PatchParameter& parameter = parameterOf (key);
    const double position = static_cast<double> (positionOf (parameter, values_[key])) + move;
    const float mix = valueAt (parameter, static_cast<float> (std::clamp (position, 0.0, 1.0)));
    return static_cast<double> (std::min (1.0f, mix + kSendShare * send));
}

EffectMixes EffectMoves::mixes () const noexcept
{
    return {mixOf (PatchKey::chorusMix, moves_.chorus, chorusSend_),
            mixOf (PatchKey::delayMix, moves_.delay, 0),
            mixOf (PatchKey::reverbMix, moves_.reverb, reverbSend_)};
}

} // namespace melstrom
