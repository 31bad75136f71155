// Tests of the kernels of each instruction set on one machine.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

namespace melstrom::testing
{

/** Highway's kernels take these instruction sets (HWY_AVX2, ...) from now on; 0: those of the
    machine. Thread: one, while no kernel runs. */
inline void takeTargets (std::int64_t targets)
{
    hwy::SetSupportedTargetsForTest (targets);
    hwy::GetChosenTarget ().DeInit ();
}

/** False if the processor has not this instruction set. Afterwards the kernels take those of the
    machine. */
inline bool hasTarget (std::int64_t target)
{
    takeTargets (0);
    return (hwy::SupportedTargets () & target) != 0;
}

} // namespace melstrom::testing
