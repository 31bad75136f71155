#include "Tests/Support/Live/LiveRuns.h"

#include "Tests/Support/Catch.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
class FixedDevice final : public LiveDevice
{
public:
    explicit FixedDevice (State state) : state_ (state), mel_ (*makeCpuBackend (1)) {}

    State state () const override { return state_; }
    State waitUntilKnown (double) override { return state_; }
    void set (State state) { state_ = state; }
    std::string name () const override { return state_ == State::cpu ? "cpu" : "fake:0"; }
    std::string deviceName () const override { return "for tests"; }
    std::string notice () const override { return {}; }
    Backend& cpuBackend () override { return *mel_; }
    Backend& melBackend () override { return *mel_; }
    void post (MelJob job) override
    {
        if (state_ == State::gpu)
            job (*mel_);
    }
    Result<std::unique_ptr<VoiceRenderer>> makeGpuVoices (const VoiceCapacity& capacity) override
    {
        return makeCpuVoiceRenderer (capacity, 1);
    }

private:
    std::atomic<State> state_;
    std::unique_ptr<Backend> mel_;
};
} // namespace

std::shared_ptr<LiveDevice> fakeGpu ()
{
    return std::make_shared<FixedDevice> (LiveDevice::State::gpu);
}

LateGpu lateGpu ()
{
    auto device = std::make_shared<FixedDevice> (LiveDevice::State::starting);
    return {device, [device] { device->set (LiveDevice::State::gpu); }};
}

std::shared_ptr<LiveDevice> cpuOnly ()
{
    return std::make_shared<FixedDevice> (LiveDevice::State::cpu);
}

LiveRun::LiveRun (const LiveSynthOptions& options, const Patch& patch,
                  std::shared_ptr<LiveDevice> device, std::vector<SynthEvent> events)
    : options_ (options), events_ (std::move (events))
{
    if (options_.clock == LiveSynthOptions ().clock)
        options_.clock = nullptr;
    auto made = LiveSynth::make (options_, patch, std::move (device));
    REQUIRE (made);
    synth_ = *std::move (made);
}

void LiveRun::playBlock (int numSamples, bool isOffline)
{
    const int first = sound_.size ();
    sound_.left.resize (static_cast<std::size_t> (first + numSamples));
    sound_.right.resize (sound_.left.size ());
    std::vector<SynthEvent> events;
    for (SynthEvent event : events_)
        if (event.sample >= first && event.sample < first + numSamples)
        {
            event.sample -= first;
            events.push_back (event);
        }
    LiveBlock block;
    block.events = events;
    block.left = sound_.left.data () + first;
    block.right = sound_.right.data () + first;
    block.numSamples = numSamples;
    block.isOffline = isOffline;
    synth_->process (block);
}

void LiveRun::play (int numSamples, const BlockCutter& cut, bool isOffline)
{
    const int end = sound_.size () + numSamples;
    while (sound_.size () < end)
        playBlock (std::min (cut (sound_.size ()), end - sound_.size ()), isOffline);
}

bool LiveRun::playUntilOnGpu ()
{
    using namespace std::chrono;
    const auto last = steady_clock::now () + seconds (20); // time limit for a busy machine
    const duration<double> blockTime (options_.maxBlockSamples / options_.sampleRateHz);
    while (synth_->health ().backend == "cpu" && steady_clock::now () < last)
    {
        playBlock (options_.maxBlockSamples, false);
        std::this_thread::sleep_for (blockTime);
    }
    return synth_->health ().backend != "cpu";
}

StereoSound playedLate (const Patch& patch, const std::vector<SynthEvent>& events, int numSamples,
                        int latencySamples)
{
    const auto sound = testing::play (patch, events, numSamples);
    StereoSound late (numSamples);
    std::copy_n (sound.left.begin (), numSamples - latencySamples,
                 late.left.begin () + latencySamples);
    std::copy_n (sound.right.begin (), numSamples - latencySamples,
                 late.right.begin () + latencySamples);
    return late;
}

} // namespace melstrom::testing
