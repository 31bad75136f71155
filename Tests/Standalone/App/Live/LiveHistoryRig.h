// The live page's history on a fake device.
#pragma once

#include "Source/Export/TapExport.h"
#include "Standalone/App/Live/LiveHistory.h"
#include "Tests/Engine/Overview/OverviewRuns.h"
#include "Tests/Support/App/AppAudioRig.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

namespace melstrom::testing
{

/** The test's thread is the message thread and calls for the device. */
struct LiveHistoryRig : AppAudioRig
{
    LiveHistoryRig () { history.feed (0).watch (true); }

    void configure (const std::string& name, int feed = 0, ViewMix mix = ViewMix::sum)
    {
        preset = presetNamed (name);
        REQUIRE (history.feed (feed).configure (preset, mix, nullptr, audio.rateHz ()));
    }
    /** Sample `position` of the input: noise, different in each channel, never 0. */
    static float noise (std::int64_t position, int channel)
    {
        auto bits = static_cast<std::uint32_t> (2 * position + channel + 1) * 2654435761u;
        bits ^= bits >> 15;
        bits *= 2246822519u;
        bits ^= bits >> 13;
        return (static_cast<float> (bits >> 17) + 0.5f) / 65536 - 0.25f;
    }
    /** Callbacks of noise. */
    void run (int numCallbacks) { runSound (numCallbacks, noise); }
    /** A sine of this level at full scale 1 on both channels. */
    void runTone (int numCallbacks, double hz, float level = 0.5f)
    {
        runSound (numCallbacks,
                  [&] (std::int64_t position, int)
                  {
                      const double cycles = hz * static_cast<double> (position) / machine.rateHz;
                      return level * static_cast<float> (std::sin (2 * std::numbers::pi * cycles));
                  });
    }
    /** Callbacks, slowly enough for the tap. */
    template <typename Sound>
    void runSound (int numCallbacks, Sound sound)
    {
        for (int n = 0; n < numCallbacks; ++n)
        {
            for (int channel = 0; channel < machine.numInputs; ++channel)
                for (int i = 0; i < machine.blockSamples; ++i)
                    machine
                        .inputs[static_cast<std::size_t> (channel)][static_cast<std::size_t> (i)] =
                        sound (numCaptured + i, channel);
            numCaptured += machine.blockSamples;
            machine.call ();
            if (n % 8 == 7)
                history.update ();
            std::this_thread::sleep_for (std::chrono::milliseconds (1));
        }
        history.update ();
    }
    /** Lets the timer look and the history take rows until the condition holds. */
    template <typename Condition>
    bool settle (Condition condition)
    {
        return pumpUntil (
            [&]
            {
                history.update ();
                return condition ();
            },
            20);
    }
    /** The device vanishes, and comes back with this rate. */
    void replug (double rateHz)
    {
        machine.isPluggedIn = false;
        REQUIRE (settle ([&] { return audio.deviceFault ().isNotEmpty (); }));
        machine.rateHz = rateHz;
        machine.isPluggedIn = true;
        REQUIRE (settle ([&] { return audio.deviceFault ().isEmpty (); }));
        REQUIRE (audio.rateHz () == rateHz);
        REQUIRE (history.feed (0).configure (preset, ViewMix::sum, nullptr, rateHz));
    }
    const LiveRows& rows (int feed = 0) const
    {
        REQUIRE (history.feed (feed).rows () != nullptr);
        return *history.feed (feed).rows ();
    }
    bool hasRowsUntil (double seconds, int feed = 0)
    {
        return settle (
            [&]
            {
                const auto* const rows = history.feed (feed).rows ();
                return rows != nullptr &&
                       rows->firstRowSeconds () +
                               static_cast<double> (rows->endRow () - 1) / rows->rowsPerSecond () >=
                           seconds;
            });
    }
    std::int64_t rowAt (double seconds, int feed = 0) const
    {
        return std::llround ((seconds - rows (feed).firstRowSeconds ()) *
                             rows (feed).rowsPerSecond ());
    }

    MelPreset preset;
    LiveHistory history {audio};
};

} // namespace melstrom::testing
