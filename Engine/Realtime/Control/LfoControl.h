// An LFO as one voice hears it.
#pragma once

#include "Engine/Realtime/Control/Modulation.h"

namespace melstrom
{

/** -1 .. 1 at the context's control point. Those in step with notes have chance of their own; the others are one wave for all
    voices. lfo: 0 .. kNumLfos - 1; noteSeconds: since the note began.   thread: the one that renders   fails: never */
double lfoOf (const ControlContext& context, const Voice& voice, const VoiceValues& values, int lfo,
              double noteSeconds) noexcept;

} // namespace melstrom
