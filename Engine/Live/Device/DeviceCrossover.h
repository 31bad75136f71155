// The crossover of this process's machine: who knows it, and who measures it.
#pragma once

#include "Engine/Backend/Choice/VoiceCrossover.h"

namespace melstrom
{

/** What this process measured last, else what the file of measured values has of the GPU and the driver that are there now, or
    of any. Reads that file and small ones of the system's, and waits for nothing else. Thread: any but audio. */
std::optional<KnownCrossover> knownCrossover () noexcept;

/** Where the file has no value of this GPU and its driver, measures one, keeps it in this process, and in the file where
    that can be written. An error leaves what was known. Thread: the device's. */
void measureOnce (GpuDevice& gpu, const std::stop_token& stop) noexcept;

/** For tests: what this process measured is unknown again. */
void forgetCrossover () noexcept;

} // namespace melstrom
