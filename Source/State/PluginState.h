// All that a host keeps of a plugin between sessions, and its form in bytes.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Tuning/ScalaFiles.h"
#include "Source/Midi/LearnedControllers.h"
#include "Source/State/ViewState.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace melstrom
{

/** Of the instrument; the analyzer keeps `view`, `isBypassed` and the backend alone. */
struct PluginState
{
    Patch patch;
    bool isPatchDirty = false; ///< differs from the one of its name in the browser
    bool isBypassed = false;
    bool isSideB = false; ///< B sounds, of the two that are compared
    /** the other one; empty: like this one. Left out where a state would be too long */
    std::optional<Patch> waiting;
    bool isWaitingDirty = false;
    LearnedControllers controllers;
    ScalaFiles scala; ///< by content
    BackendChoice::Kind backend = BackendChoice::Kind::automatic;
    LatencyMode latency = LatencyMode::safe;
    ViewState view;
    bool operator== (const PluginState&) const = default;
};

inline constexpr std::size_t kMostStateBytes = std::size_t {1} << 20;
inline constexpr int kStateVersion = 1;

/** "MELSTROM", version, length and CRC-32C of the rest, all little-endian 32 bits; then TOML. The same state
    gives the same bytes in every locale. What is not valid in memory is saved as stateFromBytes would read it, and
    texts are cut (see PatchRepair.h). Where a state is too long nevertheless, the user's front end is left out, and
    then the scale. Thread: any but audio. */
std::vector<std::byte> toBytes (const PluginState& state);

/** Fails: badSpec, saying what is wrong; nothing else happens then. Refused: what is longer than
    kMostStateBytes, cut, damaged, from a version to come, or no TOML. Numbers out of range are cut to it, those
    that are none (NaN, infinity) and what is missing take their initial values; controllers that there are not
    are left out; unknown keys are ignored; so that states of all versions load for ever. */
Result<PluginState> stateFromBytes (std::span<const std::byte> bytes);

} // namespace melstrom
