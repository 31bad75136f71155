#include "Source/State/PluginState.h"

#include "Source/State/StateBlock.h"
#include "Source/State/StateRepair.h"
#include "Source/State/StateToml.h"

namespace melstrom
{

std::vector<std::byte> toBytes (const PluginState& state)
{
    auto repaired = repairedState (state);
    auto bytes = stateBlock (stateToml (repaired));
    const auto isTooLarge = [&bytes] { return bytes.size () > kMostStateBytes; };
    // A state that is too long could not be loaded. Drops content in the order: waiting patch,
    // front end, scale.
    if (isTooLarge ())
    {
        repaired.waiting.reset ();
        repaired.isWaitingDirty = false;
        bytes = stateBlock (stateToml (repaired));
    }
    if (isTooLarge ())
    {
        repaired.view.own = {};
        repaired.view.showsOwn = false;
        bytes = stateBlock (stateToml (repaired));
    }
    if (isTooLarge ())
    {
        repaired.scala = {};
        bytes = stateBlock (stateToml (repaired));
    }
    return bytes;
}

Result<PluginState> stateFromBytes (std::span<const std::byte> bytes)
{
    const auto text = textOfBlock (bytes);
    return text ? stateFromToml (*text) : text.error ();
}

} // namespace melstrom
