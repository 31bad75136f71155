// The programs that a host can choose by number.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <vector>

namespace melstrom
{

/** Seconds of sound after a state in which a choice of program 0 counts as a host's echo; see
    InstrumentProcessor::setCurrentProgram. Hosts send the echo at once; a person takes longer. */
inline constexpr double kEchoSeconds = 0.5;

/** Init, then the factory patches in their order. Made on first use. Thread: any but audio. */
const std::vector<Patch>& instrumentPrograms ();

/** Index of the program with the patch's name; -1: none. Thread: any but audio. */
int programOf (const Patch& patch);

} // namespace melstrom
