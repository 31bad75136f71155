// The value of an LFO for one voice.
#pragma once

#include "Engine/Realtime/Control/Modulation.h"

namespace melstrom
{

/** -1 .. 1 at the context's control point. A note-synced LFO has a random seed per note; other LFOs
    are one wave for all voices. lfo: 0 .. kNumLfos - 1; noteSeconds: since the start of the note.
    thread  the rendering thread
    fails   never */
double lfoOf (const ControlContext& context, const Voice& voice, const VoiceValues& values, int lfo,
              double noteSeconds) noexcept;

} // namespace melstrom
