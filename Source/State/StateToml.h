// A plugin's state as TOML.
#pragma once

#include "Source/State/PluginState.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** The patch as in patch files, then [engine], [view], [tuning] and [compare] if needed, and one
    [[controllers]] for each controller. state: a result of repairedState. */
std::string stateToml (const PluginState& state);

/** Returns a valid state. Fails: badSpec (not TOML, or nested too deep). */
Result<PluginState> stateFromToml (std::string_view text);

} // namespace melstrom
