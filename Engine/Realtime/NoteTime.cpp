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

EnvelopeValue envelopeOf (const PatchValues& patch, PatchKey first, const NoteTime& time) noexcept
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
    return envelopeAt (shape, time.seconds, time.releasedAfter);
}

} // namespace melstrom
