// Plugin states for tests, and their bytes.
#pragma once

#include "Engine/Core/Crc32c.h"
#include "Source/State/PluginState.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Patches/PatchSamples.h"

#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace melstrom::testing
{

using StateBytes = std::vector<std::byte>;

/** A valid state without any initial value. */
inline PluginState typicalState (unsigned seed = 1)
{
    std::mt19937 random (seed);
    PluginState state;
    state.patch = anyPatch (random);
    state.isPatchDirty = state.isBypassed = true;
    state.controllers.learn ({-1, 74, PatchKey::filterCutoff});
    state.controllers.learn ({15, 119, PatchKey::volume});
    state.backend = BackendChoice::Kind::gpu;
    state.latency = LatencyMode::direct;
    state.scala.scale = {"five \"notes\".scl",
                         "! five\r\n5 equal\n5\n240.0\n480.0\n720.0\n960.0\n2/1\n"};
    state.scala.map = {"a 415.kbm", "0\n0\n127\n60\n69\n415.3\n0\n"};
    state.view.preset = "whisper-openai-80";
    state.view.source = ViewSource::both;
    state.view.mix = ViewMix::mid;
    state.view.axis = ViewAxis::linear;
    state.view.lowestDb = -80.1;
    state.view.highestDb = -1.0 / 3.0;
    state.view.colours = "viridis";
    state.view.spanSeconds = 17.3;
    state.view.holdsPeaks = true;
    state.view.widthPixels = 1001;
    state.view.heightPixels = 601;
    state.isSideB = state.isWaitingDirty = true;
    state.waiting = anyPatch (random);
    state.view.own = {"my \"bells\".toml", "# of mine\nbands = 40\nhop_ms = 5\n"};
    state.view.showsOwn = state.view.isFolded = true;
    state.view.hasNoteLines = false;
    return state;
}

/** The block of a text, built by hand: damaged content behind a correct checksum. */
inline StateBytes blockOf (const std::string& text)
{
    const std::uint32_t numbers[] {1, static_cast<std::uint32_t> (text.size ()),
                                   crc32c (0, text.data (), text.size ())};
    StateBytes bytes (8 + sizeof numbers + text.size ());
    std::memcpy (bytes.data (), "MELSTROM", 8);
    std::memcpy (bytes.data () + 8, numbers, sizeof numbers);
    std::memcpy (bytes.data () + 8 + sizeof numbers, text.data (), text.size ());
    return bytes;
}

inline PluginState savedAndLoaded (const PluginState& state)
{
    const auto loaded = stateFromBytes (toBytes (state));
    INFO ((loaded ? std::string {} : loaded.error ().message));
    REQUIRE (loaded.ok ());
    return *loaded;
}

/** The state that a text gives. If the text is refused: a failed check and the initial state. */
inline PluginState stateOf (const std::string& text)
{
    const auto state = stateFromBytes (blockOf (text));
    INFO (text.substr (0, 200) << (state ? std::string {} : state.error ().message));
    CHECK (state.ok ());
    return state ? *state : PluginState {};
}

} // namespace melstrom::testing
