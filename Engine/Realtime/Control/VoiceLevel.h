// Level of a voice: velocity, envelope, fades and volumes.
#pragma once

#include "Engine/Realtime/Control/Modulation.h"

namespace melstrom
{

/** See controlAt. velocity: 0 .. 1 */
double velocityGain (const VoiceValues& values, double velocity) noexcept;

/** The amplitude envelope at an instant. */
struct HeardEnvelope
{
    double level = 0; ///< with velocity and fades
    bool isOver = false;
};
HeardEnvelope heardEnvelope (const BareControl& bare, const ControlContext& context,
                             const Voice& voice) noexcept;

/** The factor of an oscillator's level: heardLevel with volume, expression and the channel's
    volume. */
float levelGain (const BareControl& bare, double heardLevel) noexcept;

} // namespace melstrom
