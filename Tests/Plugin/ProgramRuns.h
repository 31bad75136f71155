// Factory patches as states of an instrument, for tests.
#pragma once

#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Tests/Plugin/PluginRuns.h"

#include <vector>

namespace melstrom::testing
{

inline const Patch& factoryPatch (int index)
{
    return factoryLibrary ().patches.at (static_cast<std::size_t> (index));
}

inline std::vector<char> stateOfProgram (int index)
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (index));
    return stateOf (run.processor);
}

/** Lets messages and timers through. */
inline void pump (int milliseconds)
{
    juce::MessageManager::getInstance ()->runDispatchLoopUntil (milliseconds);
}

} // namespace melstrom::testing
