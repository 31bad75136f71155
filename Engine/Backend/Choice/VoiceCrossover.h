// From how many sinusoids on a GPU should sound voices instead of the CPU: measured on this machine.
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

/** Counts of sinusoids that sound at a time. Empty: the GPU never pays on this machine. */
struct Crossover
{
    /** In a host, at 48 kHz: more than one thread plays within kLiveShare of a block's time, with the pitch moving. */
    std::optional<std::int64_t> live;
    /** Of a file: from here on the GPU is faster than all cores. */
    std::optional<std::int64_t> offline;
    bool operator== (const Crossover&) const = default;
};

/** Of a block's time. The rest is for effects, the host and other plugins. */
inline constexpr double kLiveShare = 0.5;
/** Partials of each voice that is measured. */
inline constexpr int kCrossoverPartials = 512;

/** Who is measured. */
enum class VoiceSounder
{
    thread, ///< one of the CPU's, as a host's audio thread
    cores,  ///< all of the CPU's
    gpu
};

/** Median seconds of one batch: so many voices of kCrossoverPartials partials at 48 kHz, so many segments. */
using TimeVoices =
    std::function<Result<double> (VoiceSounder sounder, int numVoices, int numSegments)>;

/** live: half of what the thread plays in real time, provided that the GPU plays twice as many sinusoids in the same
    time. offline: the first of 1, 2, 4 .. 128 voices of which, and of twice as many, the GPU takes less time.
    A GPU that takes longer than a block for one voice is not measured further.
    Fails: with the first error of `time`. */
Result<Crossover> measureCrossover (const TimeVoices& time);

/** The same with a real clock: at most 28 batches, each up to 41 times. stop: ends it with `interrupted` before the next measurement.
    Thread: any but audio and message; voices of others may come in between. Fails: outOfMemory, deviceLost,
    interrupted. */
Result<Crossover> measureCrossover (GpuDevice& gpu, const std::stop_token& stop = {});

/** This machine, this program and that GPU. Thread: any but audio. */
MeasuredOn measuredOn (GpuDevice& gpu);

/** The newest that was measured here. An empty on.device stands for any device and driver.
    file: of measured values; empty: nothing is kept. Thread: any but audio; never throws. */
std::optional<Crossover> recallCrossover (const std::optional<std::string>& file,
                                          const MeasuredOn& on) noexcept;
/** What is known before a driver is loaded. */
struct KnownCrossover
{
    Crossover crossover;
    /** Measured with the GPU and the driver that are there now: what it says against a GPU holds. */
    bool isCurrent = false;
    bool operator== (const KnownCrossover&) const = default;
};
/** The newest that was measured here with the release of the driver and the GPU that are there now, or else with any. here:
    without a device. present: where it does not say the release nothing is current, and GPUs of several models are no
    model that was measured. Thread: any but audio; never throws. */
std::optional<KnownCrossover> recallCrossover (const std::optional<std::string>& file,
                                               const MeasuredOn& here,
                                               const PresentGpus& present) noexcept;
/** Returns false where it could not be kept. Thread: any but audio; never throws. */
bool rememberCrossover (const std::optional<std::string>& file, const MeasuredOn& on,
                        const Crossover& crossover) noexcept;

} // namespace melstrom
