// What a synthesizer is told, and when.
#pragma once

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
    allSoundOff  ///< of all channels: fades at once
};

/** One event. Thread: any; plain data. */
struct SynthEvent
{
    std::int64_t sample = 0; ///< absolute position; events come in order
    SynthEventKind kind = SynthEventKind::noteOn;
    std::uint8_t channel = 0; ///< 0 .. 15
    std::uint8_t key = 0;     ///< 0 .. 127: note, or number of the controller
    float value = 0;          ///< velocity, pressure, controller 0 .. 1; bend -1 .. 1
};

} // namespace melstrom
