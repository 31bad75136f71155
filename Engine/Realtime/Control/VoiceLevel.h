// How loud a voice is: velocity, envelope, fades and volumes.
#pragma once

#include "Engine/Realtime/Control/Modulation.h"

namespace melstrom
{

/** See controlAt. velocity: 0 .. 1 */
double velocityGain (const VoiceValues& values, double velocity) noexcept;

/** The amplitude's envelope at an instant. */
struct HeardEnvelope
{
    double level = 0; ///< with velocity and fades
    bool isOver = false;
};
HeardEnvelope heardEnvelope (const BareControl& bare, const ControlContext& context,
                             const Voice& voice) noexcept;

/** By what levels are multiplied: with volume, expression and the channel's volume. */
float levelGain (const BareControl& bare, double heardLevel) noexcept;

} // namespace melstrom
