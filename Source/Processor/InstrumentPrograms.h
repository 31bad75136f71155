// What a host can choose by a program's number.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <vector>

namespace melstrom
{

/** Of sound after a state: until then hosts may send an echo, see InstrumentProcessor::setCurrentProgram. Hosts send
    it at once; a person takes longer. */
inline constexpr double kEchoSeconds = 0.5;

/** Init, then the factory's patches in their order. Made on first use. Thread: any; not audio. */
const std::vector<Patch>& instrumentPrograms ();

/** Index of the program of the patch's name; -1: none has it. Thread: any; not audio. */
int programOf (const Patch& patch);

} // namespace melstrom
