// Tells whether this process may open a GPU.
#pragma once

#include "Engine/Core/Result.h"

namespace melstrom::cuda
{

/** Call before a device is opened. CUDA does not work in a fork of a process that used it: its
    context belongs to the parent, and the first call fails or never returns.
    thread  any
    fails   deviceUnavailable in such a fork; the message names the cure */
Result<void> claimGpuForProcess ();

} // namespace melstrom::cuda
