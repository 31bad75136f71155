// Reports stored measurements of this machine, for --doctor.
#pragma once

#include "Engine/Backend/Choice/MeasuredValues.h"

namespace melstrom
{

/** Lines of text: the file, then each entry with its hardware and date, or a sentence if there is
    none. Reads the file. Thread: any. */
std::string measuredReport (const std::optional<std::string>& file);

} // namespace melstrom
