// The app on a fake device that runs in real time, called by the test's thread.
#pragma once

#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/App/FakeAudioDevice.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>

namespace melstrom::testing
{

/** Input of the device: sample at a position, of a channel. */
using FakeInput = std::function<float (std::int64_t position, int channel)>;

class FakeApp
{
public:
    /** remember: settings of an earlier run. */
    explicit FakeApp (const std::function<void (AppSettings&)>& remember = [] (AppSettings&) {})
        : app_ (remember)
    {
        auto& devices = content ().audio ().devices ();
        devices.addAudioDeviceType (std::make_unique<FakeAudioDeviceType> (machine));
        devices.setCurrentAudioDeviceType ("Fake", true);
        REQUIRE (AppRun::pumpUntil ([this] { return content ().audio ().rateHz () > 0; }));
        play (0.1);
    }

    AppRun& app () { return app_; }
    AppContent& content () { return app_.content (); }

    /** Callbacks and messages for that long. Returns the highest output. */
    float play (
        double seconds, const FakeInput& input = [] (std::int64_t, int) { return 0.0f; })
    {
        return playUntil ([] { return false; }, seconds, input);
    }
    /** Until the condition holds, that long at most. */
    float playUntil (
        const std::function<bool ()>& isSo, double mostSeconds = 20,
        const FakeInput& input = [] (std::int64_t, int) { return 0.0f; })
    {
        const std::chrono::duration<double> block (machine.blockSamples / machine.rateHz);
        float peak = 0;
        auto due = std::chrono::steady_clock::now ();
        for (const auto end = due + std::chrono::duration<double> (mostSeconds);
             std::chrono::steady_clock::now () < end && ! isSo ();)
        {
            for (; due < std::chrono::steady_clock::now ();
                 due += std::chrono::duration_cast<std::chrono::steady_clock::duration> (block))
                peak = std::max (peak, call (input));
            pumpMessages (5);
        }
        return peak;
    }

    FakeMachine machine; ///< outlives the app

private:
    float call (const FakeInput& input)
    {
        for (int channel = 0; channel < machine.numInputs; ++channel)
            for (int n = 0; n < machine.blockSamples; ++n)
                machine.inputs[static_cast<std::size_t> (channel)][static_cast<std::size_t> (n)] =
                    input (position_ + n, channel);
        position_ += machine.blockSamples;
        machine.call ();
        float peak = 0;
        for (const auto& channel : machine.outputs)
            for (const float sample : channel)
                peak = std::max (peak, std::abs (sample));
        return peak;
    }

    std::int64_t position_ = 0;
    AppRun app_;
};

} // namespace melstrom::testing
