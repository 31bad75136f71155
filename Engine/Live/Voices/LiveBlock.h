// One callback of a host.
#pragma once

#include "Engine/Realtime/Control/SynthEvent.h"

#include <chrono>
#include <span>

namespace melstrom
{

using LiveClock = std::chrono::steady_clock::time_point (*) () noexcept;

/** Position of the host's song in beats at the block's first sample, and its tempo. */
struct SongPlace
{
    double beats = 0, beatsPerSample = 0;
    bool isRunning = false;
};

/** One callback. Event positions are relative to its first sample and clamped to
    0 .. numSamples - 1. */
struct LiveBlock
{
    std::span<const SynthEvent> events; ///< in order: notes, controllers and parameters
    SongPlace song;
    float* left = nullptr; ///< (numSamples), overwritten
    float* right = nullptr;
    int numSamples = 0;
    /** waits for the worker, for a starting GPU and for new tables */
    bool isOffline = false;
};

} // namespace melstrom
