// What this machine has kept of earlier measurements, for --doctor.
#pragma once

#include "Engine/Backend/Choice/MeasuredValues.h"

namespace melstrom
{

/** Lines for people: the file, then each entry with what it was measured on and when; says so where there is none.
    Reads the file. Thread: any. */
std::string measuredReport (const std::optional<std::string>& file);

} // namespace melstrom
