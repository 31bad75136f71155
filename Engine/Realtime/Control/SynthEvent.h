// Events of the synthesizer.
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
    allNotesOff, ///< all channels: releases
    allSoundOff, ///< all channels: fades at once
    parameter,   ///< PatchKey in `key`, its value in its own unit: see ParameterMotion
    tables,      ///< from here on the partial tables of slot `key`: see VoicePlayer
    shed         ///< shed level `key` from the next segment on: see VoiceShedding
};

/** One event. Thread: any; plain data. */
struct SynthEvent
{
    std::int64_t sample = 0; ///< absolute position; events are sorted by it
    SynthEventKind kind = SynthEventKind::noteOn;
    std::uint8_t channel = 0; ///< 0 .. 15
    std::uint8_t key = 0;     ///< 0 .. 127: note or controller; see also SynthEventKind
    float value = 0; ///< velocity, pressure, controller 0 .. 1; bend -1 .. 1; a parameter's value
};

static_assert (kNumPatchKeys <= 256, "a parameter's key has to fit SynthEvent::key");

inline SynthEvent parameterEvent (std::int64_t sample, PatchKey key, float value) noexcept
{
    return {sample, SynthEventKind::parameter, 0, static_cast<std::uint8_t> (key), value};
}

} // namespace melstrom
