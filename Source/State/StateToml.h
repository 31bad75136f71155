// A plugin's state as TOML.
#pragma once

#include "Source/State/PluginState.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** The patch as its files have it, then [engine], [view] and a [[controllers]] each. state: as repairedState
    gives it. */
std::string stateToml (const PluginState& state);

/** A valid state. Fails: badSpec (no TOML, or nested too deep). */
Result<PluginState> stateFromToml (std::string_view text);

} // namespace melstrom
