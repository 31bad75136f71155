#include "Engine/Realtime/Control/ControlParts.h"

#include "Engine/Realtime/Control/NoteTime.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

/** For the 127 levels of velocity: ln (127), and 40 log10 (127). */
constexpr double kLogOfLevels = 4.844187086458591, kVelocitySpanDb = 84.15214883823828;

} // namespace

double velocityGain (const VoiceValues& values, double velocity) noexcept
{
    const double sensitivity = values[PatchKey::velocitySensitivity];
    if (sensitivity == 0)
        return 1;
    const double logarithmic = 1 + std::log (std::max (velocity, 1.0 / 127)) / kLogOfLevels;
    const double curve = values[PatchKey::velocityCurve];
    const double share = (1 - curve) * logarithmic + curve * velocity;
    return gainOfDb (sensitivity * kVelocitySpanDb * (share - 1));
}

HeardEnvelope heardEnvelope (const BareControl& bare, const ControlContext& context,
                             const Voice& voice) noexcept
{
    const NoteTime time = noteTimeAt (context, voice);
    const EnvelopeValue amp = envelopeOf (VoiceEnvelope::amp, *context.patch, voice, time);
    return {amp.level * bare.velocityGain * time.fade, amp.isOver || time.fade <= 0};
}

float levelGain (const BareControl& bare, double heardLevel) noexcept
{
    return static_cast<float> (heardLevel * bare.volumeGain * bare.expression * bare.expression);
}

} // namespace melstrom
