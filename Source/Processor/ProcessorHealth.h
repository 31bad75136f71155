// Health of an instance in a host.
#pragma once

#include "Engine/Live/Voices/LiveHealth.h"
#include "Source/Processor/LoadMeter.h"

namespace melstrom
{

/** The engine's health, and the load of the host's whole callback. Plain data. */
struct ProcessorHealth : LiveHealth
{
    LoadMeter::Load load;
    /** Output samples of an instrument that were NaN or infinite; silenced. */
    std::int64_t numInvalidSamples = 0;
};

} // namespace melstrom
