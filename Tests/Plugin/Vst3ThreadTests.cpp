// On which threads a VST3 host is called.
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Tests/Plugin/EditorWindow.h"
#include "Tests/Plugin/HostFuzz.h"
#include "Tests/Plugin/RawVst3Host.h"

#include <chrono>
#include <thread>

namespace melstrom::testing
{

using vst3::OneChange;
using vst3::RawHost;

namespace
{
/** How many parameters the host shows elsewhere than where the patch has them. */
int numOther (juce::AudioPluginInstance& instance, const PatchValues& patch)
{
    int number = 0;
    for (const auto& row : patchParameters ())
        for (const auto* const parameter : soundParameters (instance))
            if (parameter->getName (64) == juce::String (row.label))
            {
                const float wanted =
                    positionOf (row, patch.values[static_cast<std::size_t> (row.key)]);
                number += std::abs (parameter->getValue () - wanted) > 1e-5f ? 1 : 0;
            }
    return number;
}

juce::AudioProcessorParameter& programOf (juce::AudioPluginInstance& instance)
{
    for (auto* const parameter : instance.getParameters ())
        if (parameter->getName (64) == "Program")
            return *parameter;
    FAIL ("the plugin has no program");
    std::abort ();
}
} // namespace

TEST_CASE ("a VST3 host without an open editor is called on its own thread alone",
           "[host][threads]")
{
    RawHost host;
    host.chooseProgram (4); // before it is active
    CHECK (host.handler.numCalls > 20);
    host.setActive (true);
    for (const int program : {5, 9, 3})
    {
        const int before = host.handler.numCalls;
        host.chooseProgram (program);
        CHECK (host.handler.numCalls > before + 20); // the values of the program
        host.play (60);                              // several ticks of the plugin's message thread
    }
    host.setActive (false);
    host.setActive (true);
    host.play (60);
    host.setActive (false);
    CHECK (host.handler.numElsewhere == 0);
}

TEST_CASE ("a VST3 host without an open editor hears of learnt controllers with the audio",
           "[host][threads]")
{
    constexpr int kController = 20;
    PluginState state;
    for (const auto key : {PatchKey::filterCutoff, PatchKey::osc1Level, PatchKey::reverbMix})
        state.controllers.learn ({LearnedController::kAnyChannel, kController, key});
    RawHost host;
    host.restore (state);
    host.setActive (true);
    host.play (60);
    const auto numBefore = host.changes.numTold ();
    OneChange controller (host.idOfController (kController), 0.75);
    host.play (60, &controller);
    CHECK (host.changes.numTold () >= numBefore + 3);
    host.setActive (false);
    CHECK (host.handler.numElsewhere == 0);
}

TEST_CASE ("an open editor tells a VST3 host again of a program that came with the audio",
           "[host][threads][screen]")
{
    REQUIRE (hasDisplay ());
    constexpr int kProgram = 5;
    const auto& patch = factoryLibrary ().patches.at (kProgram);
    Host host;
    auto instance = host.load (builtPlugins ().front ());
    instance->prepareToPlay (48000, 256);
    // As automation: on the audio thread, while the message thread of the host stands still.
    std::thread audio (
        [&]
        {
            programOf (*instance).setValueNotifyingHost (
                static_cast<float> (kProgram) /
                static_cast<float> (instance->getNumPrograms () - 1));
            for (int block = 0; block < 60; ++block)
            {
                (void)playPlugin (*instance, 256, 256);
                std::this_thread::sleep_for (std::chrono::milliseconds (5)); // ticks of the plugin
            }
        });
    audio.join ();
    REQUIRE (numOther (*instance, patch) > 5); // JUCE's host shows nothing that comes with audio
    const EditorWindow window (*instance);
    for (int wait = 0; wait < 500 && numOther (*instance, patch) > 0; ++wait)
        pumpMessages (20);
    CHECK (numOther (*instance, patch) == 0);
}

} // namespace melstrom::testing
