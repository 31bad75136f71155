#include "Source/State/PluginState.h"

#include "Source/State/StateBlock.h"
#include "Source/State/StateRepair.h"
#include "Source/State/StateToml.h"

namespace melstrom
{

std::vector<std::byte> toBytes (const PluginState& state)
{
    return stateBlock (stateToml (repairedState (state)));
}

Result<PluginState> stateFromBytes (std::span<const std::byte> bytes)
{
    const auto text = textOfBlock (bytes);
    return text ? stateFromToml (*text) : text.error ();
}

} // namespace melstrom
