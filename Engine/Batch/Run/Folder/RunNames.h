// The device and the start time of a run, as it writes them to files.
#pragma once

#include "Engine/Backend/Backend.h"

#include <string>

namespace melstrom
{

/** The device that a continued run must also have: any GPU of one kind, in any slot. "cpu", or
    "cuda, NVIDIA H200". */
std::string deviceKindOf (const Backend& backend);
/** The same from Backend::name and Backend::deviceName, as dataset.json has them. */
std::string deviceKindOf (const std::string& backendName, const std::string& deviceName);

/** The time now, "2026-11-21T05:54:00Z". SOURCE_DATE_EPOCH replaces the clock if bytes must
    repeat. */
std::string creationTime ();

} // namespace melstrom
