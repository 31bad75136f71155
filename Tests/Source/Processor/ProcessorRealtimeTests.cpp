// The processors on a host's audio thread, watched by RealtimeGuard.h, while all other threads
// work.
#include "Engine/Live/Worker/LiveWorker.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Processor/AnalyzerProcessor.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/Plugin/VanishingGpu.h"
#include "Tests/Support/Plugin/WatchedAudio.h"
#include "Tests/Support/RealtimeGuard.h"

#include <chrono>
#include <random>
#include <thread>

namespace melstrom::testing
{

namespace
{
using Kind = BackendChoice::Kind;

constexpr int kFewTimes = 5;
constexpr int kCallsUntilLost = 4000; ///< calls of the worker: some hundred blocks
constexpr double kMostSeconds = 400;  ///< beyond it a thread hangs

/** Shows a window on the screen for some milliseconds. */
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

/** Watches the tap's rows for a while. Returns their number. */
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

/** Few voices, so that a million callbacks take seconds. */
Patch smallPatch (std::size_t index)
{
    const auto& patches = factoryLibrary ().patches;
    auto patch = patches[index % patches.size ()];
    patch[PatchKey::maxVoices] = 2;
    return patch;
}

/** Creates, plays and destroys an instance. */
template <typename Processor>
void comeAndGo (const juce::MemoryBlock& state)
{
    Processor other;
    other.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
    other.prepareToPlay (WatchedAudio::kRateHz, 64);
    juce::AudioBuffer<float> audio (2, 64);
    audio.clear ();
    juce::MidiBuffer midi;
    midi.addEvent (juce::MidiMessage::noteOn (1, 60, 0.8f), 0);
    other.processBlock (audio, midi);
}

/** Moves some parameters, by every way to set them. */
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

/** Counts of the events during the test. */
struct Seen
{
    int numRounds = 0, numRows = 0, numSounding = 0, numShown = 0, numOnGpu = 0, numLearnt = 0;

    bool isEnough () const
    {
        return numRounds >= kFewTimes && numRows > 0 && numSounding >= kFewTimes &&
               numShown >= kFewTimes && numOnGpu > 0 && numLearnt >= kFewTimes;
    }
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

/** Calls everything that a user and a host can do on the message thread. */
void disturb (InstrumentProcessor& processor, Seen& seen, std::minstd_rand& random)
{
    const auto state = stateBlockOf (processor);
    moveParameters (processor, random);
    processor.parameters ().bypass ().setValueNotifyingHost (seen.numRounds % 4 == 1 ? 1.0f : 0.0f);
    processor.keyboard ().noteOn (1, 64, 0.7f);
    showEditor (processor);
    processor.keyboard ().noteOff (1, 64, 0.0f);
    processor.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
    processor.loadPatch (smallPatch (static_cast<std::size_t> (seen.numRounds)));
    processor.midiLearn ().arm (PatchKey::filterCutoff);
    pumpMessages (20);
    processor.undo ().undo ();
    stallWorker ();
    seen.numRows += watchSpectrogram (processor, processor.outputTap ());
    seen.numRows += watchSpectrogram (processor, *processor.inputTap ());
    comeAndGo<InstrumentProcessor> (state);
    comeAndGo<AnalyzerProcessor> (state);
    seen.look (processor);
    processor.setEngine (seen.numRounds % 6 == 5 ? Kind::cpu : Kind::automatic,
                         seen.numRounds % 2 == 0 ? LatencyMode::direct : LatencyMode::safe);
}

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
    processor.view ().preset = "fast"; // the emulated GPU takes seconds for a long window
    processor.viewChanged ();
    processor.loadPatch (smallPatch (0));
    processor.prepareToPlay (WatchedAudio::kRateHz, WatchedAudio::kBlock);
    forgetRealtimeFaults ();

    const auto start = std::chrono::steady_clock::now ();
    Seen seen;
    std::minstd_rand random (1);
    WatchedAudio audio (processor, 1'000'000);
    while (! (audio.hasPlayedAll () && seen.isEnough () && gpu.numLost () >= kFewTimes) &&
           secondsSince (start) < kMostSeconds)
        disturb (processor, seen, random);
    audio.join ();
    WARN (audio.numPlayed () << " callbacks in " << secondsSince (start) << " s; " << seen.numRounds
                             << " rounds, " << seen.numOnGpu
                             << " of them on the GPU, which was lost " << gpu.numLost ()
                             << " times");
    INFO (realtimeFaults ().text ());
    REQUIRE (audio.isWatched ());
    CHECK_FALSE (realtimeFaults ().any ());
    CHECK (audio.numPlayed () >= 1'000'000);
    CHECK (processor.health ().load.numCallbacks == audio.numPlayed ());
    CHECK (audio.numMade () > 100'000);
    CHECK (std::isfinite (audio.peak ()));
    CHECK (seen.numRounds >= kFewTimes);
    CHECK (seen.numRows > 0);
    CHECK (seen.numSounding >= kFewTimes);
    CHECK (seen.numShown >= kFewTimes);
    CHECK (seen.numOnGpu > 0);
    CHECK (seen.numLearnt >= kFewTimes);
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
    processor.prepareToPlay (WatchedAudio::kRateHz, WatchedAudio::kBlock);
    forgetRealtimeFaults ();

    const auto start = std::chrono::steady_clock::now ();
    int numRounds = 0, numRows = 0;
    WatchedAudio audio (processor, 100'000);
    for (; ! (audio.hasPlayedAll () && numRounds >= kFewTimes && numRows > 0) &&
           secondsSince (start) < kMostSeconds;
         ++numRounds)
    {
        const auto state = stateBlockOf (processor);
        processor.getBypassParameter ()->setValueNotifyingHost (numRounds % 4 == 1 ? 1.0f : 0.0f);
        showEditor (processor);
        processor.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
        stallWorker ();
        numRows += watchSpectrogram (processor, processor.outputTap ());
        comeAndGo<AnalyzerProcessor> (state);
        comeAndGo<InstrumentProcessor> (state);
        (void)processor.health ();
        processor.setBackend (numRounds % 3 == 2 ? Kind::cpu : Kind::automatic);
    }
    audio.join ();
    WARN (audio.numPlayed () << " callbacks in " << secondsSince (start) << " s; " << numRounds
                             << " rounds, " << numRows << " rows");
    INFO (realtimeFaults ().text ());
    REQUIRE (audio.isWatched ());
    CHECK_FALSE (realtimeFaults ().any ());
    CHECK (audio.numPlayed () >= 100'000);
    CHECK (processor.health ().load.numCallbacks > 0);
    CHECK (audio.peak () == WatchedAudio::kInput);
    CHECK (audio.numMade () == 0); // it passes its input on
    CHECK (numRounds >= kFewTimes);
    CHECK (numRows > 0);
}

} // namespace melstrom::testing
