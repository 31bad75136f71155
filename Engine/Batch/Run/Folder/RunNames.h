// What a run calls the device that computes, and the time at which it began, for what it writes.
#pragma once

#include "Engine/Backend/Backend.h"

#include <string>

namespace melstrom
{

/** What a run must go on with: any GPU of one kind, wherever it is plugged in. "cpu", or "cuda, NVIDIA H200". */
std::string deviceKindOf (const Backend& backend);
/** The same of Backend::name and Backend::deviceName, as dataset.json has them. */
std::string deviceKindOf (const std::string& backendName, const std::string& deviceName);

/** "2026-11-21T05:54:00Z"; SOURCE_DATE_EPOCH stands in for the clock where bytes must repeat. */
std::string creationTime ();

} // namespace melstrom
