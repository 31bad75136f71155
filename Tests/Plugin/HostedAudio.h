// A host's audio thread, for tests.
#pragma once

#include "Tests/Plugin/HostFuzz.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace melstrom::testing
{

/** Plays blocks of any length up to the longest with any sound and messages, as fast as it can but for a breath after
    each, until this goes. The plugin is prepared and outlives this. Thread: message. */
class HostedAudio
{
public:
    HostedAudio (juce::AudioPluginInstance& plugin, bool isInstrument, int mostSamples,
                 unsigned seed)
        : plugin_ (plugin), isInstrument_ (isInstrument), mostSamples_ (mostSamples),
          chance_ (seed), thread_ ([this] { run (); })
    {
    }
    ~HostedAudio () { stop (); }

    void stop ()
    {
        isNeeded_ = false;
        if (thread_.joinable ())
            thread_.join ();
    }
    /** Messages go through until so many more are played; REQUIREs that they are. */
    void awaitBlocks (int number)
    {
        const auto end = std::chrono::steady_clock::now () + std::chrono::seconds (30);
        const int wanted = numPlayed_ + number;
        while (numPlayed_ < wanted && std::chrono::steady_clock::now () < end)
            pumpMessages (2);
        REQUIRE (numPlayed_ >= wanted);
    }
    /** Thread: another than that of the messages, which go through meanwhile. */
    void awaitBlocksElsewhere (int number) const
    {
        for (const int wanted = numPlayed_ + number; numPlayed_ < wanted;)
            std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
    /** Until what was moved has reached plugin and screen and come back: JUCE's wrappers tell each other of values that
        are older than the newest. */
    void settle ()
    {
        awaitBlocks (2);
        settleMessages ();
        awaitBlocks (2);
    }
    /** Of all blocks so far: see playAny. */
    bool isPlayable () const { return isPlayable_; }

private:
    void run ()
    {
        while (isNeeded_)
        {
            {
                const juce::ScopedLock lock (plugin_.getCallbackLock ());
                if (! playAny (plugin_, isInstrument_, 1 + chance_.below (mostSamples_), chance_))
                    isPlayable_ = false;
            }
            ++numPlayed_;
            std::this_thread::sleep_for (std::chrono::microseconds (200));
        }
    }

    juce::AudioPluginInstance& plugin_;
    const bool isInstrument_;
    const int mostSamples_;
    Chance chance_;
    std::atomic<bool> isNeeded_ {true}, isPlayable_ {true};
    std::atomic<int> numPlayed_ {0};
    std::thread thread_;
};

} // namespace melstrom::testing
