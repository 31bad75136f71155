// Threads of a host that is at work, for tests: its audio and its automation.
#pragma once

#include "Tests/Support/Plugin/HostFuzz.h"

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
        are older than the newest. A value that another thread than that of the messages moved waits in JUCE's VST3 host
        for a timer, which a busy machine may hold up for longer than one waits here: it would then go to the plugin after
        values that were moved later. To ask for a state sends what waits. */
    void settle ()
    {
        awaitBlocks (2);
        settleMessages ();
        (void)stateBlockOf (plugin_);
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

/** Moves parameters on a thread of its own until this goes. */
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
