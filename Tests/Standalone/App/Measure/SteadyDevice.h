// A fake audio device that calls in real time, on a thread of its own.
#pragma once

#include "Tests/Standalone/App/Measure/ScreenProbe.h"
#include "Tests/Standalone/App/Measure/ThreadShares.h"
#include "Tests/Support/App/FakeAudioDevice.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace melstrom::testing
{

/** A second of noise with a tone, -20 dB: each column of a spectrogram differs from the next. */
inline std::vector<float> measuredSound (int rateHz, unsigned seed = 1)
{
    std::minstd_rand random (seed);
    std::uniform_real_distribution<float> values (-0.1f, 0.1f);
    std::vector<float> sound (static_cast<std::size_t> (rateHz));
    for (auto& sample : sound)
        sample = values (random);
    return sound;
}

/** Calls from the construction on until the destructor. */
class SteadyDevice
{
public:
    /** fill  (left, number of samples, seconds of the steady clock at which the block ends); the
              device's thread; the right channel is the same */
    using Fill = std::function<void (float*, int, double)>;

    SteadyDevice (FakeMachine& machine, Fill fill)
        : machine_ (machine), fill_ (std::move (fill)), runner_ ([this] { run (); })
    {
        while (thread_ == 0)
            std::this_thread::yield ();
    }
    ~SteadyDevice ()
    {
        isOver_ = true;
        runner_.join ();
    }
    int thread () const noexcept { return thread_; }

private:
    void run ()
    {
        thread_ = threadId ();
        const double blockSeconds = machine_.blockSamples / machine_.rateHz;
        for (double next = steadySeconds () + blockSeconds; ! isOver_; next += blockSeconds)
        {
            const double now = steadySeconds ();
            std::this_thread::sleep_for (
                std::chrono::duration<double> (std::max (next - now, 0.0)));
            fill_ (machine_.inputs[0].data (), machine_.blockSamples, next);
            machine_.inputs[1] = machine_.inputs[0];
            machine_.call ();
        }
    }

    FakeMachine& machine_;
    Fill fill_;
    std::atomic<bool> isOver_ {false};
    std::atomic<int> thread_ {0};
    std::thread runner_;
};

/** Plays measuredSound again and again. */
inline SteadyDevice::Fill endlessSound (int rateHz)
{
    return [sound = measuredSound (rateHz), place = std::size_t {0}] (float* to, int numSamples,
                                                                      double) mutable
    {
        for (int n = 0; n < numSamples; ++n, place = (place + 1) % sound.size ())
            to[n] = sound[place];
    };
}

} // namespace melstrom::testing
