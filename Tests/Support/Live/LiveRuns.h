// Instruments played like in a host, for tests.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <functional>

namespace melstrom::testing
{

/** Stands for a GPU. Its voices are the CPU's, so both give the same bits. */
std::shared_ptr<LiveDevice> fakeGpu ();
/** The same GPU; it starts until the test makes it ready. */
struct LateGpu
{
    std::shared_ptr<LiveDevice> device;
    std::function<void ()> arrive;
};
LateGpu lateGpu ();
/** A device without a GPU. */
std::shared_ptr<LiveDevice> cpuOnly ();

/** Plays events with absolute sample positions, block by block. */
class LiveRun
{
public:
    /** The system's clock does not count: load of the machine must not change the sound. */
    LiveRun (const LiveSynthOptions& options, const Patch& patch,
             std::shared_ptr<LiveDevice> device, std::vector<SynthEvent> events);

    /** isOffline: waits for the worker. */
    void play (int numSamples, const BlockCutter& cut, bool isOffline);
    /** Plays blocks of the longest size in real time until the worker's voices are heard, 2 s at
        most. */
    bool playUntilOnGpu ();

    const StereoSound& sound () const noexcept { return sound_; }
    LiveSynth& synth () noexcept { return *synth_; }
    LiveHealth health () const { return synth_->health (); }

private:
    void playBlock (int numSamples, bool isOffline);

    LiveSynthOptions options_;
    std::unique_ptr<LiveSynth> synth_;
    std::vector<SynthEvent> events_;
    StereoSound sound_;
};

/** The CPU's sound of the same events, delayed by `latencySamples`. */
StereoSound playedLate (const Patch& patch, const std::vector<SynthEvent>& events, int numSamples,
                        int latencySamples);

} // namespace melstrom::testing
