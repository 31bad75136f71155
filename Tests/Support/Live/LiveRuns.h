// Instruments as a host plays them, for tests.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <functional>

namespace melstrom::testing
{

/** Stands for a GPU: its voices are the CPU's, so that the bits are the same whoever sounds them. */
std::shared_ptr<LiveDevice> fakeGpu ();
/** The same, which starts until it is told that it is there. */
struct LateGpu
{
    std::shared_ptr<LiveDevice> device;
    std::function<void ()> arrive;
};
LateGpu lateGpu ();
/** The CPU and no other. */
std::shared_ptr<LiveDevice> cpuOnly ();

/** Plays events of absolute samples block by block. */
class LiveRun
{
public:
    /** The system's clock counts as none: that a machine is busy must not change the sound. */
    LiveRun (const LiveSynthOptions& options, const Patch& patch,
             std::shared_ptr<LiveDevice> device, std::vector<SynthEvent> events);

    /** isOffline: waits for the worker. */
    void play (int numSamples, const BlockCutter& cut, bool isOffline);
    /** Blocks of the longest size in real time's own pace, until the worker is heard or two seconds have passed. */
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

/** What the CPU plays of the same, later by `latencySamples`. */
StereoSound playedLate (const Patch& patch, const std::vector<SynthEvent>& events, int numSamples,
                        int latencySamples);

} // namespace melstrom::testing
