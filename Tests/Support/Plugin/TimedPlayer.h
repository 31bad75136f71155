// Measures each call of an audio device: its duration, and the processor time of the caller.
#pragma once

#include "Tests/Support/Timing.h"

#include <juce_audio_devices/juce_audio_devices.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <sys/resource.h>

namespace melstrom::testing
{

/** Statistics of all calls so far. A share is a time relative to the period of a call. */
struct CallTimes
{
    int numCalls = 0;
    double worstShare = 0;     ///< from a call's begin to its end
    double worstWorkShare = 0; ///< processor time of the calling thread
    int numLate = 0;           ///< calls that took longer than their period
    /** calls that took longer than their period and gave the processor away to wait */
    int numLateWaits = 0;
    float peak = 0; ///< of the output

    /** True: each call had little work, and late calls did not wait: the scheduler ran other
        threads meanwhile. The bound leaves room for shared caches and a shared core. */
    bool isCallerInTime () const noexcept { return worstWorkShare < 0.5 && numLateWaits == 0; }
};

/** Passes calls on to a player. Threads: the device's, and the test's for `times` and `forget`. */
class TimedPlayer final : public juce::AudioIODeviceCallback
{
public:
    explicit TimedPlayer (juce::AudioIODeviceCallback& player) : player_ (player) {}

    void audioDeviceAboutToStart (juce::AudioIODevice* device) override
    {
        rateHz_ = device->getCurrentSampleRate ();
        player_.audioDeviceAboutToStart (device);
    }
    void audioDeviceStopped () override { player_.audioDeviceStopped (); }
    void
    audioDeviceIOCallbackWithContext (const float* const* in, int numIn, float* const* out,
                                      int numOut, int numSamples,
                                      const juce::AudioIODeviceCallbackContext& context) override
    {
        const double periodSeconds = numSamples / rateHz_;
        const long waitsBefore = numWaits ();
        const double workBefore = threadSeconds ();
        const auto begin = std::chrono::steady_clock::now ();
        player_.audioDeviceIOCallbackWithContext (in, numIn, out, numOut, numSamples, context);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - begin;
        const double workSeconds = threadSeconds () - workBefore;
        const bool isLate = taken.count () >= periodSeconds;

        const juce::SpinLock::ScopedLockType lock (mutex_);
        ++times_.numCalls;
        times_.worstShare = std::max (times_.worstShare, taken.count () / periodSeconds);
        times_.worstWorkShare = std::max (times_.worstWorkShare, workSeconds / periodSeconds);
        times_.numLate += isLate ? 1 : 0;
        times_.numLateWaits += isLate && numWaits () > waitsBefore ? 1 : 0;
        for (int n = 0; n < numSamples && numOut > 0; ++n)
            times_.peak = std::max (times_.peak, std::fabs (out[0][n]));
    }

    CallTimes times () const
    {
        const juce::SpinLock::ScopedLockType lock (mutex_);
        return times_;
    }
    /** All but the peak. */
    void forget ()
    {
        const juce::SpinLock::ScopedLockType lock (mutex_);
        times_ = {.peak = times_.peak};
    }

private:
    /** How often the calling thread gave the processor away to wait. Preemptions do not count. */
    static long numWaits ()
    {
        rusage use {};
        getrusage (RUSAGE_THREAD, &use);
        return use.ru_nvcsw;
    }

    juce::AudioIODeviceCallback& player_;
    double rateHz_ = 48000;
    mutable juce::SpinLock mutex_;
    CallTimes times_;
};

} // namespace melstrom::testing
