// Instances of the built plugins go while JUCE's message thread, which is not the host's, is at work in them.
#include "Tests/Plugin/EachPlugin.h"
#include "Tests/Plugin/HostFuzz.h"

#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
constexpr int kNumInstances = 1000, kAtATime = 20;
constexpr int kMostWaitMicroseconds = 40'000; ///< more than a tick of an instance

/** Something for the message thread of the plugin to do at its next tick: a program that it loads, which tells the host
    of many parameters; and something for the audio thread. */
void keepBusy (juce::AudioPluginInstance& instance, Chance& chance)
{
    moveSome (ownParameters (instance), chance);
    (void)playPlugin (instance, 128, 128, chordAt (0));
    if (instance.getNumPrograms () > 1)
        instance.setCurrentProgram (1 + chance.below (instance.getNumPrograms () - 1));
}
} // namespace

TEST_CASE ("a thousand instances go while the message thread is at work in them", "[host][threads]")
{
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        Host host;
        Chance chance (7);
        int numGone = 0;
        while (numGone < kNumInstances)
        {
            std::vector<std::unique_ptr<juce::AudioPluginInstance>> instances;
            for (int n = 0; n < kAtATime; ++n)
            {
                instances.push_back (host.load (plugin));
                instances.back ()->prepareToPlay (48000, 128);
            }
            for (auto& instance : instances)
                keepBusy (*instance, chance);
            std::this_thread::sleep_for (
                std::chrono::microseconds (chance.below (kMostWaitMicroseconds)));
            for (auto& instance : instances)
            {
                instance.reset ();
                ++numGone;
                std::this_thread::sleep_for (std::chrono::microseconds (chance.below (500)));
            }
        }
        // Those that come after them play as ever.
        auto last = host.load (plugin);
        last->prepareToPlay (48000, 128);
        CHECK (isClean (playPlugin (*last, 4800, 128, chordAt (0))));
    }
}

} // namespace melstrom::testing
