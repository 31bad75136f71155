// Threads on which the plugin calls a VST3 host.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Source/Processor/InstrumentPrograms.h"
#include "Tests/Support/Plugin/RawVst3Host.h"

#include <atomic>
#include <thread>

namespace melstrom::testing
{

using vst3::OneChange;
using vst3::RawHost;

namespace
{
/** Counts values told to a host: on the constructor's thread, and on other threads. */
struct ToldValues final : juce::AudioProcessorListener
{
    void audioProcessorParameterChanged (juce::AudioProcessor*, int, float) override
    {
        ++(std::this_thread::get_id () == host ? numHere : numElsewhere);
    }
    void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails&) override {}

    const std::thread::id host = std::this_thread::get_id ();
    std::atomic<int> numHere {0}, numElsewhere {0};
};

template <typename Condition>
bool pumpUntil (Condition&& isSo)
{
    for (int wait = 0; wait < 2000 && ! isSo (); ++wait)
        juce::MessageManager::getInstance ()->runDispatchLoopUntil (5);
    return isSo ();
}
} // namespace

TEST_CASE ("a VST3 host without an open editor is called on its own thread alone",
           "[host][threads]")
{
    RawHost host;
    host.chooseProgram (4); // before it is active
    CHECK (host.handler.numCalls > 20);
    host.setActive (true);
    for (const char* const name : {"Tubular", "Pad", "Frozen Gong"})
    {
        const int before = host.handler.numCalls;
        host.chooseProgram (programOf (*findPatch (name)));
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

TEST_CASE ("a program that another thread asked for is told again when an editor opens",
           "[host][threads]")
{
    constexpr int kProgram = 5;
    const juce::ScopedJuceInitialiser_GUI juce;
    juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_VST3);
    InstrumentProcessor processor; // this thread is the host's
    juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_Undefined);
    ToldValues told;
    processor.addListener (&told);
    std::atomic<bool> isReady {false};
    std::thread messages ( // while no editor is open
        [&]
        {
            juce::MessageManager::getInstance ()->setCurrentThreadAsMessageThread ();
            isReady = true;
            CHECK (pumpUntil ([&] { return told.numElsewhere > 5; }));
            juce::MessageManager::getInstance ()->runDispatchLoopUntil (200); // some ticks
        });
    while (! isReady)
        std::this_thread::yield ();
    processor.setEngine (BackendChoice::Kind::cpu, LatencyMode::safe);
    processor.prepareToPlay (48000, 256);
    // Like a host that automates the program here. JUCE 7.0.5 does not pass on programs that come
    // with the audio.
    std::thread ([&] { processor.setCurrentProgram (kProgram); }).join ();
    messages.join ();
    CHECK (processor.getCurrentProgram () == kProgram);
    const int numWithAudio = told.numElsewhere;
    CHECK (told.numHere == 0);
    juce::MessageManager::getInstance ()->setCurrentThreadAsMessageThread (); // an editor opens
    CHECK (pumpUntil ([&] { return told.numHere >= numWithAudio; }));
    CHECK (told.numHere == numWithAudio);
    CHECK (told.numElsewhere == numWithAudio);
    processor.removeListener (&told);
}

} // namespace melstrom::testing
