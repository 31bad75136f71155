// A plugin's state as TOML: its functions and names.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Source/State/PluginState.h"

#include <algorithm>
#include <array>
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

/** Names of tables, keys and choices. They never change: all versions stay readable. */
namespace melstrom::stateNames
{

inline constexpr std::string_view kEngine = "engine", kView = "view", kControllers = "controllers",
                                  kTuning = "tuning", kCompare = "compare";

// In the order of the enumerations.
inline constexpr auto kBackends = []
{
    std::array<std::string_view, kBackendKinds.size ()> names;
    std::ranges::transform (kBackendKinds, names.begin (), backendKindName);
    return names;
}();
inline constexpr std::array<std::string_view, 2> kLatencies {"safe", "direct"};
inline constexpr std::array<std::string_view, 3> kSources {"output", "input", "both"};
inline constexpr std::array<std::string_view, 5> kMixes {"sum", "left", "right", "mid", "side"};
inline constexpr std::array<std::string_view, 3> kAxes {"mel", "logarithmic", "linear"};

// [engine]
inline constexpr std::string_view kBackend = "backend", kLatency = "latency",
                                  kBypassed = "bypassed", kPatchDirty = "patch_dirty";
// [view]
inline constexpr std::string_view kPreset = "preset", kSource = "source", kMix = "mix",
                                  kAxis = "axis", kLowestDb = "lowest_db",
                                  kHighestDb = "highest_db", kColours = "colours",
                                  kSpan = "span_seconds", kHoldsPeaks = "holds_peaks",
                                  kWidth = "width_pixels", kHeight = "height_pixels",
                                  kNoteLines = "note_lines", kFolded = "folded";
// also [view]: name and content of the user's front end; absent: none
inline constexpr std::string_view kOwnName = "own_name", kOwn = "own", kShowsOwn = "shows_own";
// [tuning]: names and contents of Scala's files; absent: none
inline constexpr std::string_view kScaleName = "scale_name", kScale = "scale",
                                  kMapName = "map_name", kMap = "map";
// [compare]: the other patch as text; absent: side B was never chosen
inline constexpr std::string_view kIsSideB = "side_b", kWaiting = "waiting",
                                  kIsWaitingDirty = "waiting_dirty";
// [[controllers]]; without a channel: any channel
inline constexpr std::string_view kChannel = "channel", kNumber = "number",
                                  kParameter = "parameter";

} // namespace melstrom::stateNames
