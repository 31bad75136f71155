// Threads without the priority and the processors of their creator.
#pragma once

namespace melstrom
{

/** Threads inherit policy, priority and processors of the thread that creates them. A host may
    create an instance on a real-time thread that is pinned to one processor. The functions change
    only the calling thread and skip changes that the system refuses. */

/** Removes a real-time policy, and sets the main thread's nice value and processors. Settings of
    the user for the process by nice, chrt --batch or taskset stay. */
void becomeOrdinaryThread () noexcept;
/** As becomeOrdinaryThread; then it leaves the processors to ordinary threads that need them, such as
    those of a screen: a larger nice value. Alone it has all of them. */
void becomeBackgroundThread () noexcept;
/** Sets the main thread's processors. */
void useProcessorsOfProcess () noexcept;

} // namespace melstrom
