// Commit protocols that each lack one thing: a search for crashes that does not find them proves nothing.
#pragma once

#include "Tests/Support/Storage/CrashScenario.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

enum class CrashCommand
{
    newDataset,
    replacedDataset
};

/** One row of the table. Either member may do the harm. */
struct ProtocolMutation
{
    std::string name;
    CrashCommand command = CrashCommand::newDataset;
    StorageWrapper wrapper = nullptr;                      ///< a sync or an order of the writer's
    std::function<void (BatchOptions&)> options = nullptr; ///< a check that options can leave out
};

std::vector<ProtocolMutation> protocolMutations ();

} // namespace melstrom::testing
