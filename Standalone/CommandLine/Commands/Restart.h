// A fresh process in the place of this one, after a device was lost for good in it.
#pragma once

namespace melstrom
{

/** A sticky CUDA error ends a process's use of the GPU; so often the work may go on in a fresh process. */
inline constexpr int kMostRestarts = 2;

/** How many processes before this one lost their device, as $MELSTROM_RESTARTS counts. */
int numRestarts ();

/** Replaces this process by the same program with the same arguments, where numRestarts () < kMostRestarts. Returns
    only if it could not. Nothing of the process may be needed any more; locks of folders must be released. Thread: the
    main one. */
void restartProcess ();

} // namespace melstrom
