// Programs as states of an instrument, for tests.
#pragma once

#include "Source/Processor/InstrumentPrograms.h"
#include "Tests/Support/Plugin/PluginRuns.h"

#include <vector>

namespace melstrom::testing
{

/** Program 0 is Init. */
inline const Patch& factoryPatch (int index)
{
    return instrumentPrograms ().at (static_cast<std::size_t> (index));
}

inline std::vector<char> stateOfProgram (int index)
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (index));
    return stateOf (run.processor);
}

/** Processes messages and timers. */
inline void pump (int milliseconds)
{
    juce::MessageManager::getInstance ()->runDispatchLoopUntil (milliseconds);
}

} // namespace melstrom::testing
