// The processors on a host's audio thread, watched, while everything else goes on: see RealtimeGuard.h.
#include "Engine/Live/LiveWorker.h"
#include "Engine/Spec/MelSpecToml.h"
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Processor/AnalyzerProcessor.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Plugin/Host.h"
#include "Tests/Plugin/VanishingGpu.h"
#include "Tests/Plugin/WatchedAudio.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/RealtimeGuard.h"

#include <chrono>
#include <random>
#include <thread>

namespace melstrom::testing
{

namespace
{
using Kind = BackendChoice::Kind;

constexpr double kRateHz = WatchedAudio::kRateHz;
constexpr int kBlock = WatchedAudio::kBlock;
constexpr int kFewTimes = 5;
constexpr int kCallsUntilLost = 4000; ///< of the worker, in some hundred blocks
constexpr double kMostSeconds = 120;  ///< then something hangs

/** A window on the screen for some milliseconds. */
void showEditor (juce::AudioProcessor& processor)
{
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded ());
    REQUIRE (editor);
    editor->addToDesktop (juce::ComponentPeer::windowHasTitleBar);
    editor->setVisible (true);
    pumpMessages (60);
}

void stallWorker ()
{
    const auto worker = LiveWorker::shared ();
    const auto stall = worker->stall ();
    std::this_thread::sleep_for (std::chrono::milliseconds (3));
}

/** Rows are made for a while. Returns how many. */
int watchSpectrogram (SpectrogramSource& source, MelTap& tap)
{
    tap.watch (true);
    const TapSettings settings {findPreset ("librosa-db")->spec, TapMix::side, 10};
    const auto set = tap.set (settings, source.device ());
    INFO ((set ? std::string () : set.error ().message));
    REQUIRE ((set || set.error ().code == ErrorCode::deviceLost));
    pumpMessages (20);
    const int numRows = tap.pop ().numRows;
    tap.watch (false);
    return numRows;
}

/** So few voices that a million callbacks are a matter of seconds. */
Patch smallPatch (std::size_t index)
{
    const auto& patches = factoryLibrary ().patches;
    auto patch = patches[index % patches.size ()];
    patch[PatchKey::maxVoices] = 2;
    return patch;
}

/** An instance that comes, sounds and goes. */
template <typename Processor>
void comeAndGo (const juce::MemoryBlock& state)
{
    Processor other;
    other.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
    other.prepareToPlay (kRateHz, 64);
    juce::AudioBuffer<float> audio (2, 64);
    audio.clear ();
    juce::MidiBuffer midi;
    midi.addEvent (juce::MidiMessage::noteOn (1, 60, 0.8f), 0);
    other.processBlock (audio, midi);
}

/** Positions of some parameters, on all ways that lead to them. */
void moveParameters (InstrumentProcessor& processor, std::minstd_rand& random)
{
    std::uniform_real_distribution<float> position (0.0f, 1.0f);
    std::uniform_int_distribution<std::size_t> any (0, kNumPatchKeys - 1);
    for (int move = 0; move < 40; ++move)
    {
        const auto key = static_cast<PatchKey> (any (random));
        if (key == PatchKey::maxVoices)
            continue;
        auto& parameter = processor.parameters ()[key];
        if (move % 2 == 0)
            parameter.setValueNotifyingHost (position (random));
        else
            parameter.setSilently (
                parameter.getNormalisableRange ().convertFrom0to1 (position (random)));
    }
}

/** All that a user and a host do on the message thread. */
void disturb (InstrumentProcessor& processor, int round, std::minstd_rand& random)
{
    const auto state = stateOf (processor);
    moveParameters (processor, random);
    processor.parameters ().bypass ().setValueNotifyingHost (round % 4 == 1 ? 1.0f : 0.0f);
    processor.keyboard ().noteOn (1, 64, 0.7f);
    showEditor (processor);
    processor.keyboard ().noteOff (1, 64, 0.0f);
    processor.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
    processor.loadPatch (smallPatch (static_cast<std::size_t> (round)));
    processor.midiLearn ().arm (PatchKey::filterCutoff);
    pumpMessages (20);
    processor.undo ().undo ();
    stallWorker ();
    watchSpectrogram (processor, processor.outputTap ());
    watchSpectrogram (processor, *processor.inputTap ());
    comeAndGo<InstrumentProcessor> (state);
    comeAndGo<AnalyzerProcessor> (state);
}

/** What a screen asks for, and what was to be seen there: each so many times. */
struct Seen
{
    int numRounds = 0, numSounding = 0, numShown = 0, numOnGpu = 0, numLearnt = 0;

    void look (InstrumentProcessor& processor)
    {
        const auto health = processor.health ();
        PatchValues values;
        ++numRounds;
        numSounding += health.numVoices > 0 ? 1 : 0;
        numShown += processor.shownValues (values) ? 1 : 0;
        numOnGpu += health.backend == "cuda:0" ? 1 : 0;
        numLearnt += processor.midiLearn ().controllers ().of (PatchKey::filterCutoff) ? 1 : 0;
        processor.midiLearn ().forget (PatchKey::filterCutoff);
    }
};

double secondsSince (std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
}
} // namespace

TEST_CASE ("a million callbacks of the instrument do nothing that waits while all else goes on",
           "[realtime][screen]")
{
    REQUIRE (hasDisplay ());
    const VanishingGpu gpu (kCallsUntilLost);
    const Host host;
    InstrumentProcessor processor;
    REQUIRE (processor.enableAllBuses ());
    processor.loadPatch (smallPatch (0));
    processor.prepareToPlay (kRateHz, kBlock);
    forgetRealtimeFaults ();

    const auto start = std::chrono::steady_clock::now ();
    int numRounds = 0, numLearnt = 0, numOnGpu = 0, numShown = 0;
    std::minstd_rand random (1);
    WatchedAudio audio (processor, 1'000'000);
    while (! audio.hasPlayedAll () || numRounds < kFewTimes || numOnGpu == 0 ||
           gpu.numLost () < kFewTimes)
    {
        disturb (processor, numRounds++, random);
        const auto health = processor.health ();
        numOnGpu += health.backend == "cpu" ? 0 : 1;
        numShown += health.numVoices > 0 ? 1 : 0;
        numLearnt += processor.midiLearn ().controllers ().of (PatchKey::filterCutoff) ? 1 : 0;
        processor.midiLearn ().forget (PatchKey::filterCutoff);
        processor.setEngine (numRounds % 6 == 5 ? Kind::cpu : Kind::automatic,
                             numRounds % 2 == 0 ? LatencyMode::direct : LatencyMode::safe);
        if (secondsSince (start) > kMostSeconds)
            break;
    }
    audio.join ();
    WARN (audio.numPlayed () << " callbacks and " << numRounds << " rounds in "
                             << secondsSince (start) << " s; GPU opened " << gpu.numOpened ()
                             << " times, lost " << gpu.numLost ()
                             << ", heard in rounds: " << numOnGpu);
    INFO (realtimeFaults ().text ());
    REQUIRE (audio.isWatched ());
    CHECK_FALSE (realtimeFaults ().any ());
    CHECK (audio.numPlayed () >= 1'000'000);
    CHECK (processor.health ().numCallbacks == audio.numPlayed ());
    CHECK (audio.peak () > 0.01f);
    CHECK (std::isfinite (audio.peak ()));
    CHECK (numRounds >= kFewTimes);
    CHECK (numLearnt >= kFewTimes);
    CHECK (numShown >= kFewTimes);
    CHECK (numOnGpu > 0);
    CHECK (gpu.numLost () >= kFewTimes);
}

TEST_CASE (
    "a hundred thousand callbacks of the analyzer do nothing that waits while all else goes on",
    "[realtime][screen]")
{
    REQUIRE (hasDisplay ());
    const VanishingGpu gpu (kCallsUntilLost);
    const Host host;
    AnalyzerProcessor processor;
    processor.prepareToPlay (kRateHz, kBlock);
    forgetRealtimeFaults ();

    const auto start = std::chrono::steady_clock::now ();
    int numRounds = 0, numRows = 0;
    WatchedAudio audio (processor, 100'000);
    for (; ! audio.hasPlayedAll () || numRounds < kFewTimes; ++numRounds)
    {
        const auto state = stateOf (processor);
        processor.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
        processor.getBypassParameter ()->setValueNotifyingHost (numRounds % 4 == 1 ? 1.0f : 0.0f);
        showEditor (processor);
        stallWorker ();
        numRows += watchSpectrogram (processor, processor.outputTap ());
        comeAndGo<AnalyzerProcessor> (state);
        comeAndGo<InstrumentProcessor> (state);
        processor.setBackend (numRounds % 3 == 2 ? Kind::cpu : Kind::automatic);
        if (secondsSince (start) > kMostSeconds)
            break;
    }
    audio.join ();
    WARN (audio.numPlayed () << " callbacks and " << numRounds << " rounds in "
                             << secondsSince (start) << " s");
    INFO (realtimeFaults ().text ());
    REQUIRE (audio.isWatched ());
    CHECK_FALSE (realtimeFaults ().any ());
    CHECK (audio.numPlayed () >= 100'000);
    CHECK (processor.health ().numCallbacks > 0);
    CHECK (audio.peak () == 0.25f); // it passes what comes
    CHECK (numRounds >= kFewTimes);
    CHECK (numRows > 0);
}

} // namespace melstrom::testing
