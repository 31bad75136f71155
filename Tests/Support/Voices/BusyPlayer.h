// A player with all features active: its bits must not depend on how it is called.
#pragma once

#include "Tests/Support/Voices/PlayerRuns.h"

namespace melstrom::testing
{

inline constexpr std::int64_t kBusyEnd = 9000;

/** Glides, a filter, noise and both LFOs. */
Patch busyPatch ();
/** Fills slots 0 to 2 with tables and sets busyPatch as the sound. */
void beginBusy (PlayerRig& rig);

/** Events until kBusyEnd: chords, stolen voices, pedals, bends, parameters and tables; on and off
    the grid. */
Events busyEvents ();
/** Random playing. Equal seeds give equal events. */
Events chanceEvents (unsigned seed);

/** The sound of a new player until kBusyEnd. */
StereoSound playBusy (const Events& events, const BlockCutter& cut = blocksOf (4096));

} // namespace melstrom::testing
