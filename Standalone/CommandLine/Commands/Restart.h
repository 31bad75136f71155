// Replaces this process by a fresh one after it lost a device.
#pragma once

#include "Engine/Core/System/Process.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace melstrom
{

/** A sticky CUDA error ends the use of the GPU in a process. A fresh process may continue up to
    this number of times. */
inline constexpr int kMostRestarts = 2;
inline constexpr const char* kRestartsVariable = "MELSTROM_RESTARTS";

/** Number of processes before this one that lost their device, from $MELSTROM_RESTARTS. */
inline int numRestarts ()
{
    const char* const text = std::getenv (kRestartsVariable);
    return text != nullptr ? std::clamp (std::atoi (text), 0, kMostRestarts) : 0;
}

/** Replaces this process by the same program with the same arguments, if numRestarts () <
    kMostRestarts. Returns only after a failure. Release locks of folders before the call; the
    process's data are lost. Thread: main. */
inline void restartProcess ()
{
    if (const int before = numRestarts (); before < kMostRestarts)
        restartProgram (kRestartsVariable, std::to_string (before + 1));
}

} // namespace melstrom
