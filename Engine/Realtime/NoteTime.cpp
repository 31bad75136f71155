#include "Engine/Realtime/NoteTime.h"

#include <algorithm>

namespace melstrom
{

NoteTime noteTimeAt (const ControlContext& context, const Voice& voice) noexcept
{
    const auto secondsFrom = [&] (std::int64_t begin, std::int64_t end)
    { return std::max (0.0, static_cast<double> (end - begin) / context.sampleRateHz); };
    NoteTime time {secondsFrom (voice.startSample, context.sample), {}, 1};
    const bool isFading = voice.state == VoiceState::fading;
    if ((voice.state == VoiceState::released || isFading) && voice.releaseSample < kNever)
        if (const auto release = controlPointFrom (voice.releaseSample); release <= context.sample)
            time.releasedAfter = secondsFrom (voice.startSample, release);
    if (isFading)
        time.fade =
            std::max (0.0, 1 - secondsFrom (controlPointFrom (voice.fadeSample), context.sample) /
                                   kStealFadeSeconds);
    return time;
}

namespace
{
/** first: ampAttack or modAttack */
EnvelopeShape shapeOf (const PatchValues& patch, PatchKey first) noexcept
{
    const auto valueOf = [&] (PatchKey key)
    {
        return static_cast<double> (patch[keyAfter (
            first, static_cast<int> (key) - static_cast<int> (PatchKey::ampAttack))]);
    };
    EnvelopeShape shape;
    shape.attackSeconds = valueOf (PatchKey::ampAttack);
    shape.holdSeconds = valueOf (PatchKey::ampHold);
    shape.decaySeconds = valueOf (PatchKey::ampDecay);
    shape.sustain = valueOf (PatchKey::ampSustain);
    shape.releaseSeconds = valueOf (PatchKey::ampRelease);
    shape.curve =
        static_cast<EnvelopeCurve> (static_cast<int> (valueOf (PatchKey::ampCurve) + 0.5));
    return shape;
}

/** A decay to nothing. */
EnvelopeShape pitchShapeOf (const PatchValues& patch) noexcept
{
    EnvelopeShape shape;
    shape.decaySeconds = static_cast<double> (patch[PatchKey::pitchTime]);
    shape.sustain = 0;
    shape.curve = patch.choice<EnvelopeCurve> (PatchKey::pitchCurve);
    return shape;
}
} // namespace

EnvelopeValue ampEnvelopeAt (const PatchValues& patch, const Voice& voice,
                             const NoteTime& time) noexcept
{
    return envelopeAt (voice.ampEnvelope, shapeOf (patch, PatchKey::ampAttack), time.seconds,
                       time.releasedAfter);
}

EnvelopeValue modEnvelopeAt (const PatchValues& patch, const Voice& voice,
                             const NoteTime& time) noexcept
{
    return envelopeAt (voice.modEnvelope, shapeOf (patch, PatchKey::modAttack), time.seconds,
                       time.releasedAfter);
}

double pitchEnvelopeAt (const PatchValues& patch, const Voice& voice, const NoteTime& time) noexcept
{
    return envelopeAt (voice.pitchEnvelope, pitchShapeOf (patch), time.seconds, {}).level;
}

double lfoRateHz (const PatchValues& patch, int lfo) noexcept
{
    return static_cast<double> (patch[lfoKey (lfo, PatchKey::lfo1Rate)]);
}

void advanceRecords (Voice& voice, const ControlContext& context) noexcept
{
    const PatchValues& patch = *context.patch;
    const NoteTime time = noteTimeAt (context, voice);
    voice.ampEnvelope = advanced (voice.ampEnvelope, shapeOf (patch, PatchKey::ampAttack),
                                  time.seconds, time.releasedAfter);
    voice.modEnvelope = advanced (voice.modEnvelope, shapeOf (patch, PatchKey::modAttack),
                                  time.seconds, time.releasedAfter);
    voice.pitchEnvelope = advanced (voice.pitchEnvelope, pitchShapeOf (patch), time.seconds, {});
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
    {
        LfoRecord& record = voice.lfos[static_cast<std::size_t> (lfo)];
        record = advanced (record, lfoRateHz (patch, lfo), time.seconds);
    }
}

void advanceFreeLfos (ControlContext& context) noexcept
{
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
    {
        LfoRecord& record = context.freeLfos[static_cast<std::size_t> (lfo)];
        record = advanced (record, lfoRateHz (*context.patch, lfo), absoluteSeconds (context));
    }
}

} // namespace melstrom
