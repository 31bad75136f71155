// The app's audio on a fake device.
#pragma once

#include "Standalone/App/Audio/AppAudio.h"
#include "Tests/Support/App/FakeAudioDevice.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

#include <chrono>
#include <cmath>

namespace melstrom::testing
{

/** The test's thread is the message thread and calls for the device. */
struct AppAudioRig
{
    AppAudioRig ()
    {
        audio.devices ().addAudioDeviceType (std::make_unique<FakeAudioDeviceType> (machine));
    }

    void open ()
    {
        audio.open (nullptr);
        REQUIRE (audio.deviceFault () == "");
        REQUIRE (machine.callback != nullptr);
    }
    /** Sample `position` of the input: a ramp, other than 0 and different in each channel, that
        float32 holds exactly. */
    static float ramp (std::int64_t position, int channel)
    {
        return static_cast<float> ((position % 16384 + 1) * (channel == 0 ? 1 : -1)) / 32768;
    }
    /** Callbacks with the next samples of the ramp. */
    void play (int numCallbacks)
    {
        for (int n = 0; n < numCallbacks; ++n)
        {
            for (int channel = 0; channel < machine.numInputs; ++channel)
                for (int i = 0; i < machine.blockSamples; ++i)
                    machine
                        .inputs[static_cast<std::size_t> (channel)][static_cast<std::size_t> (i)] =
                        ramp (numCaptured + i, channel);
            numCaptured += machine.blockSamples;
            machine.call ();
        }
    }
    /** Lets the timer look until the condition holds. */
    template <typename Condition>
    bool pumpUntil (Condition condition, double seconds = 10)
    {
        const auto end =
            std::chrono::steady_clock::now () + std::chrono::duration<double> (seconds);
        while (! condition () && std::chrono::steady_clock::now () < end)
            pumpMessages (20);
        return condition ();
    }

    juce::ScopedJuceInitialiser_GUI juce;
    FakeMachine machine;
    std::int64_t numCaptured = 0;
    AppAudio audio;
};

} // namespace melstrom::testing
