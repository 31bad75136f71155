// The audio thread while a host automates parameters and an editor shows them, watched by
// RealtimeGuard.h.
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Plugin/HostFuzz.h"
#include "Tests/Support/RealtimeGuard.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
constexpr int kBlock = 128;
constexpr int kMovesEach = 8; ///< parameters that move before a block

/** Plays a repeated note and moves parameters before each block, as an automating host does: JUCE
    passes the values with the next block. Runs from construction until `stop`. The plugin is
    prepared and outlives this object. */
class AutomatedAudio
{
public:
    AutomatedAudio (juce::AudioPluginInstance& plugin, Parameters parameters)
        : plugin_ (plugin), parameters_ (std::move (parameters)),
          audio_ (numChannelsOf (plugin), kBlock), thread_ ([this] { run (); })
    {
    }
    ~AutomatedAudio () { stop (); }

    void stop ()
    {
        isNeeded_ = false;
        if (thread_.joinable ())
            thread_.join ();
    }
    /** Processes messages until `number` more blocks are played; REQUIREs that they are. */
    void awaitBlocks (int number)
    {
        const auto end = std::chrono::steady_clock::now () + std::chrono::seconds (60);
        const int wanted = numPlayed_ + number;
        while (numPlayed_ < wanted && std::chrono::steady_clock::now () < end)
            pumpMessages (2);
        REQUIRE (numPlayed_ >= wanted);
    }
    bool isWatched () const { return isWatched_; }

private:
    void run ()
    {
        isWatched_ = reportSystemCalls ();
        Chance chance (1);
        juce::MidiBuffer midi;
        midi.ensureSize (256);
        while (isNeeded_)
        {
            for (int move = 0; move < kMovesEach; ++move)
                chance.of (parameters_)->setValue (chance.position ());
            midi.clear ();
            if (const int step = numPlayed_ % 64; step == 0 || step == 48)
                midi.addEvent (step == 0 ? juce::MidiMessage::noteOn (1, 60, 0.8f)
                                         : juce::MidiMessage::noteOff (1, 60),
                               7);
            audio_.clear ();
            {
                const RealtimeScope scope (SystemCalls::areDone);
                plugin_.processBlock (audio_, midi);
            }
            ++numPlayed_;
            std::this_thread::sleep_for (std::chrono::milliseconds (1));
        }
    }

    juce::AudioPluginInstance& plugin_;
    const Parameters parameters_;
    juce::AudioBuffer<float> audio_;
    std::atomic<bool> isNeeded_ {true}, isWatched_ {false};
    std::atomic<int> numPlayed_ {0};
    std::thread thread_;
};

/** JUCE locks the listeners of a parameter that it sets. If the message thread does so at the same
    time, both threads wait for each other by futexes. */
void checkFaults (const RealtimeFaults& faults)
{
    INFO (faults.text ());
    CHECK (faults.numAllocations == 0);
    CHECK (faults.numSystemCalls == faults.numFutexes);
}
} // namespace

TEST_CASE ("with its editor open a built plugin that is automated allocates and writes nothing on "
           "the audio thread",
           "[realtime][host][screen]")
{
    constexpr int kFirstBlocks = 200, kBlocks = 1500;
    REQUIRE (hasDisplay ());
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        if (! plugin.isInstrument)
            continue; // an analyzer has only a bypass
        INFO (plugin.format << " " << plugin.name);
        auto instance = host.load (plugin);
        instance->prepareToPlay (48000, kBlock);
        EditorWindow window (*instance);
        const auto before = stateBlockOf (*instance);
        AutomatedAudio audio (*instance, soundParameters (*instance));
        audio.awaitBlocks (kFirstBlocks); // one-time set-up of the thread
        forgetRealtimeFaults ();
        audio.awaitBlocks (kBlocks);
        const auto faults = realtimeFaults ();
        audio.stop ();
        REQUIRE (audio.isWatched ());
        checkFaults (faults);
        CHECK (stateBlockOf (*instance) != before);
    }
}

TEST_CASE ("a parameter that an audio thread sets posts no message to an open editor",
           "[realtime][editor][screen]")
{
    constexpr int kRounds = 20;
    REQUIRE (hasDisplay ());
    const Host host;
    InstrumentProcessor processor;
    EditorWindow window (processor);
    std::atomic<bool> isDone {false}, isWatched {false};
    forgetRealtimeFaults ();
    std::thread audio (
        [&]
        {
            isWatched = reportSystemCalls ();
            for (int round = 0; round < kRounds; ++round)
            {
                {
                    const RealtimeScope scope (SystemCalls::areDone);
                    for (int key = 0; key < kNumPatchKeys; ++key)
                    {
                        auto& parameter = processor.parameters ()[static_cast<PatchKey> (key)];
                        parameter.setValueNotifyingHost (round % 2 == 0 ? 1.0f : 0.0f);
                    }
                }
                std::this_thread::sleep_for (std::chrono::milliseconds (20));
            }
            isDone = true;
        });
    while (! isDone)
        pumpMessages (2);
    audio.join ();
    REQUIRE (isWatched);
    checkFaults (realtimeFaults ());
    CHECK (realtimeFaults ().numLocks >= kRounds * kNumPatchKeys); // the guard detects JUCE's locks
}

} // namespace melstrom::testing
