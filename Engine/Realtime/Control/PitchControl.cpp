#include "Engine/Realtime/Control/ControlParts.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

VoicePitch pitchAt (const ControlContext& context, const Voice& voice, const VoiceValues& values,
                    const NoteTime& time) noexcept
{
    const Tuning& tuning = *context.tuning;
    const double key =
        glidedPitch (voice, tuning.pitchOf (voice.key), context.sample, context.sampleRateHz);
    const double middle = tuning.isMapped (60) ? tuning.pitchOf (60) : 60;
    const double tracking = values[PatchKey::keyTracking];
    // With full tracking the key's pitch stays bit-identical.
    const double tracked = tracking == 1 ? key : middle + tracking * (key - middle);
    const double amount = values[PatchKey::pitchAmount];
    const double sweep =
        amount == 0 ? 0 : envelopeOf (VoiceEnvelope::pitch, *context.patch, voice, time).level;
    const double bend = context.channels->bendSemitones (
        voice.channel, values[PatchKey::bendRange], heardController (context, voice, Glider::bend),
        heardController (context, voice, Glider::zoneBend));
    return {key, tracked + values[PatchKey::transpose] + bend +
                     context.channels->tuningSemitones (voice.channel) + amount * sweep};
}

double fundamentalAt (const ControlContext& context, const VoiceValues& values,
                      double soundingPitch, int oscillator) noexcept
{
    const auto valueOf = [&] (PatchKey key) { return values[oscillatorKey (oscillator, key)]; };
    const double pitch = soundingPitch + 12 * valueOf (PatchKey::osc1Octave) +
                         valueOf (PatchKey::osc1Semitones) + valueOf (PatchKey::osc1Cents) / 100;
    const double key69Hz = context.tuning->isAbsolute () ? 440 : values[PatchKey::tuningHz];
    const double frequencyHz = key69Hz * std::exp2 ((pitch - 69) / 12);
    return std::clamp (frequencyHz / context.sampleRateHz, 0.0, kHighestFundamental);
}

} // namespace melstrom
