// What an instance in a host says about itself.
#pragma once

#include "Engine/Live/Voices/LiveHealth.h"
#include "Source/Processor/LoadMeter.h"

namespace melstrom
{

/** What the engine says, and the time of the host's whole callback. Plain data. */
struct ProcessorHealth : LiveHealth
{
    LoadMeter::Load load;
    /** Of an instrument's output: NaN or infinite, and silent for that. */
    std::int64_t numInvalidSamples = 0;
};

} // namespace melstrom
