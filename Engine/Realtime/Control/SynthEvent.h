// What a synthesizer is told, and when.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <cstdint>

namespace melstrom
{

enum class SynthEventKind : std::uint8_t
{
    noteOn,
    noteOff,
    polyPressure, ///< of `key`
    channelPressure,
    bend,
    controller,  ///< number in `key`
    allNotesOff, ///< of all channels: releases
    allSoundOff, ///< of all channels: fades at once
    parameter,   ///< PatchKey in `key`, its value in its own unit: see ParameterMotion
    tables,      ///< from here on the partial tables of slot `key`: see VoicePlayer
    shed ///< from the next segment on the level `key` of what is left out: see VoiceShedding
};

/** One event. Thread: any; plain data. */
struct SynthEvent
{
    std::int64_t sample = 0; ///< absolute position; events come in order
    SynthEventKind kind = SynthEventKind::noteOn;
    std::uint8_t channel = 0; ///< 0 .. 15
    std::uint8_t key = 0;     ///< 0 .. 127: note, or number of the controller
    float value = 0; ///< velocity, pressure, controller 0 .. 1; bend -1 .. 1; a parameter's
};

static_assert (kNumPatchKeys <= 256, "a parameter's key has to fit SynthEvent::key");

inline SynthEvent parameterEvent (std::int64_t sample, PatchKey key, float value) noexcept
{
    return {sample, SynthEventKind::parameter, 0, static_cast<std::uint8_t> (key), value};
}

} // namespace melstrom
