#include "Source/State/PluginState.h"

#include "Source/State/StateBlock.h"
#include "Source/State/StateRepair.h"
#include "Source/State/StateToml.h"

namespace melstrom
{

std::vector<std::byte> toBytes (const PluginState& state)
{
    auto repaired = repairedState (state);
    auto text = stateToml (repaired);
    if (text.size () + kStateHeaderBytes > kMostStateBytes)
    {
        repaired.waiting.reset ();
        repaired.isWaitingDirty = false;
        text = stateToml (repaired);
    }
    return stateBlock (text);
}

Result<PluginState> stateFromBytes (std::span<const std::byte> bytes)
{
    const auto text = textOfBlock (bytes);
    return text ? stateFromToml (*text) : text.error ();
}

} // namespace melstrom
