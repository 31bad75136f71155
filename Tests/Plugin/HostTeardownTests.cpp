// Instances of the built plugins are destroyed while JUCE's message thread, which is not the host's
// thread, works in them.
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Plugin/HostedAudio.h"
#include "Tests/Support/Sanitizer.h"

#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
constexpr int kNumInstances = 1000, kAtATime = 20;
/** The thread sanitizer needs half a minute for an editor that paints. */
constexpr int kNumWithEditor = kIsSanitized ? 8 : 40;
constexpr int kMostWaitMicroseconds = 40'000; ///< more than a tick of an instance

/** Gives the plugin's message thread work at its next tick: it loads a program and tells the host
    of many parameters. Gives the audio thread work, too. */
void keepBusy (juce::AudioPluginInstance& instance, Chance& chance)
{
    moveSome (ownParameters (instance), chance);
    (void)playPlugin (instance, 128, 128, chordAt (0));
    if (instance.getNumPrograms () > 1)
        instance.setCurrentProgram (1 + chance.below (instance.getNumPrograms () - 1));
}

/** An instance plays, its parameters move, and its attachments follow in an open editor. The editor
    is closed right before the instance, or earlier during the playing, so that the message thread
    has just become JUCE's own thread again. */
void comeAndGoWithEditor (Host& host, const BuiltPlugin& plugin, Chance& chance)
{
    auto instance = host.load (plugin);
    instance->prepareToPlay (48000, 128);
    std::unique_ptr<EditorWindow> window;
    {
        HostedAudio audio (*instance, plugin.isInstrument, 128, 1);
        const Automation automation (ownParameters (*instance), 2);
        window = std::make_unique<EditorWindow> (*instance);
        audio.awaitBlocks (1 + chance.below (40));
        if (chance.oneIn (2))
        {
            window->close ();
            std::this_thread::sleep_for (
                std::chrono::microseconds (chance.below (kMostWaitMicroseconds)));
        }
        CHECK (audio.isPlayable ());
    }
    if (window->isOpen ())
        window->close ();
    instance.reset ();
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
        // Later instances play normally.
        auto last = host.load (plugin);
        last->prepareToPlay (48000, 128);
        CHECK (isClean (playPlugin (*last, 4800, 128, chordAt (0))));
    }
}

TEST_CASE ("instances go with an editor that is open or just closed while parameters move",
           "[host][threads][screen]")
{
    REQUIRE (hasDisplay ());
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        Host host;
        Chance chance (11);
        // One instance stays: the message thread, which all instances share, then always has work.
        auto resident = host.load (plugin);
        resident->prepareToPlay (48000, 128);
        HostedAudio audio (*resident, plugin.isInstrument, 128, 1);
        const Automation automation (ownParameters (*resident), 2);
        for (int n = 0; n < kNumWithEditor; ++n)
            comeAndGoWithEditor (host, plugin, chance);
        audio.awaitBlocks (10);
        CHECK (audio.isPlayable ());
    }
}

} // namespace melstrom::testing
