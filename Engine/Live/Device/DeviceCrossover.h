// The crossover of this machine: lookup and measurement.
#pragma once

#include "Engine/Backend/Choice/VoiceCrossover.h"

namespace melstrom
{

/** The newest measurement of this process. Else the value of the file of measurements: for the
    present GPU and driver, or for any other. Reads that file and small system files; waits for
    nothing else.
    Thread: any but audio. */
std::optional<KnownCrossover> knownCrossover () noexcept;

/** If the file has no value for this GPU and its driver, measures one and writes it to the file if
    possible. Keeps the value in this process. An error changes nothing. Thread: the device's. */
void measureOnce (GpuDevice& gpu, const std::stop_token& stop) noexcept;

/** For tests: forgets this process's measurement. */
void forgetCrossover () noexcept;

} // namespace melstrom
