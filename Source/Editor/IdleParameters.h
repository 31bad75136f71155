// Parameters that nobody hears at the moment.
#pragma once

#include "Engine/Spec/Patch/PatchValues.h"

namespace melstrom
{

/** What it belongs to is off, or is set so that it counts for nothing: the detune of one copy, the rate of an
    LFO in tempo. What would switch that on again is never idle. Thread: any. */
bool isIdle (const PatchValues& values, PatchKey key) noexcept;

} // namespace melstrom
