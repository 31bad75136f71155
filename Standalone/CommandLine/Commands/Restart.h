// Replaces this process by a fresh one after it lost a device.
#pragma once

namespace melstrom
{

/** A sticky CUDA error ends the use of the GPU in a process. A fresh process may continue up to
    this number of times. */
inline constexpr int kMostRestarts = 2;

/** Number of processes before this one that lost their device, from $MELSTROM_RESTARTS. */
int numRestarts ();

/** Replaces this process by the same program with the same arguments, if numRestarts () <
    kMostRestarts. Returns only after a failure. Release locks of folders before the call; the
    process's data are lost. Thread: main. */
void restartProcess ();

} // namespace melstrom
