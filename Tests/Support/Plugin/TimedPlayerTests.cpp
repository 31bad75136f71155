// TimedPlayer must distinguish a delay by the machine from a delay by the caller.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/TimedPlayer.h"

#include <functional>
#include <thread>

namespace melstrom::testing
{

TEST_CASE ("a call that works or waits for too long is told from one that is interrupted",
           "[plugin]")
{
    /** A caller under the test's control. */
    struct Caller final : juce::AudioIODeviceCallback
    {
        std::function<void ()> act;
        void audioDeviceAboutToStart (juce::AudioIODevice*) override {}
        void audioDeviceStopped () override {}
        void audioDeviceIOCallbackWithContext (const float* const*, int, float* const*, int, int,
                                               const juce::AudioIODeviceCallbackContext&) override
        {
            act ();
        }
    };
    constexpr double kPeriodSeconds = 960 / 48000.0;
    const auto timesOf = [] (std::function<void ()> act)
    {
        Caller caller;
        caller.act = std::move (act);
        TimedPlayer timed (caller);
        timed.audioDeviceIOCallbackWithContext (nullptr, 0, nullptr, 0, 960, {});
        return timed.times ();
    };
    const auto working = timesOf (
        []
        {
            for (const double begin = threadSeconds ();
                 threadSeconds () < begin + 0.8 * kPeriodSeconds;)
            {
            }
        });
    CHECK (working.worstWorkShare >= 0.8);
    CHECK_FALSE (working.isCallerInTime ());
    const auto waiting = timesOf (
        [] { std::this_thread::sleep_for (std::chrono::duration<double> (1.2 * kPeriodSeconds)); });
    CHECK (waiting.worstWorkShare < 0.5);
    CHECK (waiting.numLate == 1);
    CHECK (waiting.numLateWaits == 1);
    CHECK_FALSE (waiting.isCallerInTime ());
    const auto idle = timesOf ([] {});
    CHECK (idle.numCalls == 1);
    CHECK (idle.isCallerInTime ());
}

} // namespace melstrom::testing
