// Measures the number of sinusoids above which a GPU renders voices on this machine instead of the
// CPU.
#pragma once

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace melstrom
{

class GpuDevice;
struct PresentGpus;

/** Numbers of sinusoids that sound at the same time. Empty: the CPU is always the better choice. */
struct Crossover
{
    /** In a host at 48 kHz: above this number the GPU renders. It is the number that one CPU thread
        renders within kLiveShare of a block's time, with moving pitch. */
    std::optional<std::int64_t> live;
    /** For files: from this number on the GPU is faster than all cores. */
    std::optional<std::int64_t> offline;
    bool operator== (const Crossover&) const = default;
};

/** Share of a block's time. The rest is for effects, the host and other plugins. */
inline constexpr double kLiveShare = 0.5;
/** Partials of each measured voice. */
inline constexpr int kCrossoverPartials = 512;

/** The device under measurement. */
enum class VoiceSounder
{
    thread, ///< one CPU thread, like a host's audio thread
    cores,  ///< all CPU cores
    gpu
};

/** Median seconds of one batch of numVoices voices and numSegments segments; each voice has
    kCrossoverPartials partials, at 48 kHz. */
using TimeVoices =
    std::function<Result<double> (VoiceSounder sounder, int numVoices, int numSegments)>;

/** live: the sinusoids that one CPU thread renders in kLiveShare of a block's time, if the GPU
    renders twice as many in that time.
    offline: the first of 1, 2, 4 .. 128 voices for which, and for twice as many, the GPU takes less
    time than all cores.
    If the GPU takes longer than its limit for a number of voices, larger numbers are not measured;
    the limit is kLiveShare of a block's time for live, a whole block's time for offline.
    Fails: with the first error of `time`. */
Result<Crossover> measureCrossover (const TimeVoices& time);

/** The same with a real clock: at most 28 batches, each up to 41 times. stop: ends with
    `interrupted` before the next measurement. Thread: any but audio and message; other renderers
    may use the GPU between batches. Fails: outOfMemory, deviceLost, interrupted. */
Result<Crossover> measureCrossover (GpuDevice& gpu, const std::stop_token& stop = {});

/** This machine, this program and this GPU. Thread: any but audio. */
MeasuredOn measuredOn (GpuDevice& gpu);

/** Newest crossover with this machine, program, device and driver. An empty on.device matches any
    device and driver. file: of measured values; empty: there is no cache. Thread: any but audio;
    never throws. */
std::optional<Crossover> recallCrossover (const std::optional<std::string>& file,
                                          const MeasuredOn& on) noexcept;
/** Cached crossover, read before a driver is loaded. */
struct KnownCrossover
{
    Crossover crossover;
    /** Measured with the present GPU and driver: the entry may decide against the GPU. */
    bool isCurrent = false;
    bool operator== (const KnownCrossover&) const = default;
};
/** Newest crossover of this machine with the present GPU and driver release; else the newest with
    any. here: machine and program, without a device. present: without a driver release no entry is
    current; GPUs of several models match no measured model. Thread: any but audio; never throws. */
std::optional<KnownCrossover> recallCrossover (const std::optional<std::string>& file,
                                               const MeasuredOn& here,
                                               const PresentGpus& present) noexcept;
/** Returns false if the file could not be written. Thread: any but audio; never throws. */
bool rememberCrossover (const std::optional<std::string>& file, const MeasuredOn& on,
                        const Crossover& crossover) noexcept;

} // namespace melstrom
