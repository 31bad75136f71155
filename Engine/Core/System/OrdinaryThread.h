// A thread that its creator's priority and processors do not bind.
#pragma once

namespace melstrom
{

/** Threads inherit policy, priority and processors of the thread that creates them; a host may
    create an instance on a real-time thread that is pinned to one processor. Both functions change
    the calling thread alone and leave out what the system refuses. */

/** No real-time policy, the main thread's nice value, the main thread's processors: what the user
    gave the process by nice, chrt --batch or taskset stays. */
void becomeOrdinaryThread () noexcept;
/** The main thread's processors. */
void useProcessorsOfProcess () noexcept;

} // namespace melstrom
