// The state of a plugin that a host saves, its encoding in bytes, and the repair of states of
// unknown origin.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Tuning/ScalaFiles.h"
#include "Source/Midi/LearnedControllers.h"
#include "Source/State/ViewState.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace melstrom
{

/** State of the instrument. The analyzer uses `view`, `isBypassed` and `backend` alone. */
struct PluginState
{
    Patch patch;
    bool isPatchDirty = false; ///< differs from the patch of its name in the browser
    bool isBypassed = false;
    bool isSideB = false; ///< side B sounds
    /** patch of the other side; empty: equals `patch`. Omitted if the state would be too long */
    std::optional<Patch> waiting;
    bool isWaitingDirty = false;
    LearnedControllers controllers;
    ScalaFiles scala; ///< contents of the files
    BackendChoice::Kind backend = BackendChoice::Kind::automatic;
    LatencyMode latency = LatencyMode::safe;
    ViewState view;
    bool operator== (const PluginState&) const = default;
};

inline constexpr std::size_t kMostStateBytes = std::size_t {1} << 20;
inline constexpr int kStateVersion = 1;
inline constexpr std::size_t kStateHeaderBytes = 20; ///< see stateBlock

/** "MELSTROM"; then version, length and CRC-32C of the text, each 32 bits little-endian; then the
    text. Thread: any but audio. */
std::vector<std::byte> stateBlock (std::string_view text);

/** The stateBlock of the state as TOML. The same state gives the same bytes in every locale. Saves
    invalid values as stateFromBytes would read them, and shortens texts (see PatchRepair.h). If the
    state is still longer than kMostStateBytes, omits the waiting patch, then the user's front end,
    then the scale. Thread: any but audio. */
std::vector<std::byte> toBytes (const PluginState& state);

/** Fails: badSpec, with the reason: longer than kMostStateBytes, truncated, damaged, of a newer
    version, or not TOML. Clips numbers to their ranges. NaN, infinity and missing values become
    initial values. Omits invalid controllers, ignores unknown keys. So states of all earlier
    versions can be loaded. */
Result<PluginState> stateFromBytes (std::span<const std::byte> bytes);

// Limits of the view. An editor beyond them would not be usable.
inline constexpr double kLowestShownDb = -200, kHighestShownDb = 60;
inline constexpr double kShortestSpanSeconds = 1, kLongestSpanSeconds = 60;
inline constexpr int kLeastEditorPixels = 200, kMostEditorPixels = 8192;

/** Replaces unknown presets, colours and choices by initial ones. Clips numbers to their ranges; a
    range with lowest >= highest becomes the initial range. Removes a user's front end that
    parseFrontEnd refuses; its texts become valid UTF-8. */
ViewState repairedView (ViewState view);

/** Texts become valid UTF-8. Removes all files if tuningOf refuses them, and names of files without
    a text. */
ScalaFiles repairedScala (ScalaFiles scala);

/** Patch: see repairedPatch. Removes controllers with an invalid channel, number or parameter:
    clipped, they would be different controllers. A valid state stays unchanged. */
PluginState repairedState (PluginState state);

} // namespace melstrom
