// The callback of the app's audio on a watched thread: see RealtimeGuard.h.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/App/AppAudioRig.h"
#include "Tests/Support/Audio/MidiBytes.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/RealtimeGuard.h"
#include "Tests/Support/TemporaryFolder.h"

#include <atomic>
#include <thread>

namespace melstrom::testing
{

TEST_CASE ("the app's callback allocates nothing, takes no lock and makes no system call",
           "[app][realtime]")
{
    AppAudioRig rig;
    rig.machine.blockSamples = 64;
    rig.open ();
    const TemporaryFolder folder;
    const std::vector<float> sound (48'000, 0.1f);
    const juce::File song (folder.write ("a.mid", midi ({kNote + kEnd})));
    const juce::File file (folder.write ("a.wav", stereoWav (44'100, sound, sound)));
    for (int index = 0; index < 2; ++index)
    {
        auto& tap = rig.audio.tap (index);
        tap.watch (true);
        REQUIRE (tap.set ({findPreset ("librosa-db")->spec, TapMix::sum, 10}, nullptr));
    }
    rig.play (1); // JUCE's manager makes its buffer

    constexpr std::int64_t kCallbacks = 50'000;
    std::atomic<std::int64_t> numDone {0};
    std::atomic<bool> isWatched {false}, isEnough {false};
    forgetRealtimeFaults ();
    std::thread device (
        [&]
        {
            isWatched = reportSystemCalls ();
            while (numDone < kCallbacks || ! isEnough)
            {
                {
                    const RealtimeScope scope;
                    rig.machine.numOverruns += numDone % 1000 == 500;
                    rig.play (1);
                    ++numDone;
                }
                if (numDone % 64 == 0)
                    std::this_thread::sleep_for (std::chrono::milliseconds (1));
            }
        });
    int numRounds = 0;
    for (; numDone < kCallbacks; ++numRounds)
    {
        const auto name = "take" + std::to_string (numRounds) + ".wav";
        CHECK (
            rig.audio.startRecording (juce::File (folder.file (name)), RecordingFormat::wavFloat));
        CHECK (rig.audio.playMidi (song));
        CHECK (rig.audio.play (file, 0.1, std::nullopt));
        rig.audio.setMonitored (numRounds % 2 == 0);
        rig.audio.setShown (numRounds % 4 < 2 ? ShownSound::input : ShownSound::output);
        rig.audio.setPlayGainDb (-numRounds % 6);
        pumpMessages (20);
        (void)rig.audio.tap (0).pop ();
        (void)rig.audio.takeLevels ();
        rig.audio.updateHistory ();
        if (numRounds % 3 == 0)
            rig.audio.stopPlaying ();
        if (numRounds % 3 == 1)
            rig.audio.stopMidi ();
        CHECK_FALSE (rig.audio.stopRecording ().error.has_value ());
    }
    isEnough = true;
    device.join ();
    auto faults = realtimeFaults ();
    INFO (faults.text ());
    REQUIRE (isWatched);
    CHECK (numRounds > 3);
    CHECK (faults.numAllocations == 0);
    CHECK (faults.numSystemCalls == 0);
    // JUCE's device manager takes the lock of its list of callbacks, once a callback; we take none.
    CHECK (faults.numLocks == numDone);
}

} // namespace melstrom::testing
