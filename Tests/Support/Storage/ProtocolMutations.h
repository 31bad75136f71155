// Commit protocols with one defect each. A search for crashes that misses them proves nothing.
#pragma once

#include "Tests/Support/Storage/CrashScenario.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

enum class CrashCommand
{
    newDataset,
    replacedDataset,
    normalisedDataset
};

/** One row of the table. Either member may hold the defect. */
struct ProtocolMutation
{
    std::string name;
    CrashCommand command = CrashCommand::newDataset;
    /** a missing sync or a wrong order of the writer */
    StorageWrapper wrapper = nullptr;
    std::function<void (BatchOptions&)> options = nullptr; ///< a check that options can disable
};

std::vector<ProtocolMutation> protocolMutations ();

} // namespace melstrom::testing
