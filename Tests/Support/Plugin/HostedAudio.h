// Threads of a running host, for tests: its audio and its automation.
#pragma once

#include "Tests/Support/Plugin/HostFuzz.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace melstrom::testing
{

/** Plays blocks of random lengths up to `mostSamples` with random sound and messages until
    destroyed. Sleeps 200 us after each block. The plugin is prepared and outlives this object.
    Thread: message. */
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
    /** Processes messages until `number` more blocks are played; REQUIREs that they are. */
    void awaitBlocks (int number)
    {
        const auto end = std::chrono::steady_clock::now () + std::chrono::seconds (30);
        const int wanted = numPlayed_ + number;
        while (numPlayed_ < wanted && std::chrono::steady_clock::now () < end)
            pumpMessages (2);
        REQUIRE (numPlayed_ >= wanted);
    }
    /** Thread: not the message thread, which processes messages meanwhile. */
    void awaitBlocksElsewhere (int number) const
    {
        for (const int wanted = numPlayed_ + number; numPlayed_ < wanted;)
            std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
    /** Waits until moved values have reached plugin and screen and come back: JUCE's wrappers
        report old values late. JUCE's VST3 host keeps values that were moved on other threads until
        a timer of the message thread. On a busy machine this timer may come later than the end of
        this wait, and would then send the old values after newer ones. A request for the state
        sends the pending values. */
    void settle ()
    {
        awaitBlocks (2);
        settleMessages ();
        (void)stateBlockOf (plugin_);
        awaitBlocks (2);
    }
    /** Whether all blocks so far were playable: see playAny. */
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

/** Moves parameters on its own thread until destroyed. */
class Automation
{
public:
    Automation (const Parameters& parameters, unsigned seed)
        : parameters_ (parameters), chance_ (seed),
          thread_ (
              [this]
              {
                  while (isNeeded_)
                  {
                      moveSome (parameters_, chance_);
                      std::this_thread::sleep_for (std::chrono::microseconds (50));
                  }
              })
    {
    }
    ~Automation ()
    {
        isNeeded_ = false;
        thread_.join ();
    }

private:
    const Parameters parameters_;
    Chance chance_;
    std::atomic<bool> isNeeded_ {true};
    std::thread thread_;
};

} // namespace melstrom::testing
