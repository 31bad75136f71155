// A player with everything under way: for tests that its bits do not depend on how it is driven.
#pragma once

#include "Tests/Support/Voices/PlayerRuns.h"

namespace melstrom::testing
{

inline constexpr std::int64_t kBusyEnd = 9000;

/** Glides, a filter, noise and both LFOs. */
Patch busyPatch ();
/** Slots 0 to 2 hold tables, and busyPatch is its sound. */
void beginBusy (PlayerRig& rig);

/** Until kBusyEnd: chords, stolen voices, pedals, bends, parameters and tables; on and off the grid. */
Events busyEvents ();
/** What a chance player might do. The same of one seed. */
Events chanceEvents (unsigned seed);

/** Of a new player, until kBusyEnd. */
StereoSound playBusy (const Events& events, const BlockCutter& cut = blocksOf (4096));

} // namespace melstrom::testing
