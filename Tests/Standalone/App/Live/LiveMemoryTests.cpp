// The limit of memory of the live history: what is counted, and what goes first.
#include "Tests/Standalone/App/Live/LiveHistoryRig.h"

namespace melstrom::testing
{

TEST_CASE ("the history stays below its limit, and the oldest goes first", "[app][live]")
{
    LiveHistoryRig rig;
    rig.machine.blockSamples = 4096;
    rig.open ();
    rig.configure ("musical");
    rig.history.feed (1).watch (true);
    REQUIRE (rig.history.feed (1).configure (presetNamed ("librosa-db"), ViewMix::left, nullptr,
                                             rig.audio.rateHz ()));
    constexpr std::size_t kMost = 16'000'000;
    rig.history.setMostBytes (1); // the least limit
    CHECK (rig.history.mostBytes () == kMost);
    std::size_t most = 0, mostSound = 0;
    for (int n = 0; n < 700; ++n) // a minute
    {
        rig.play (1);
        rig.history.update ();
        const auto memory = rig.history.memory ();
        most = std::max (most, memory.all ());
        mostSound = std::max (mostSound, memory.soundBytes);
        CHECK (memory.all () == memory.rowBytes + memory.soundBytes + memory.waveBytes);
        std::this_thread::sleep_for (std::chrono::milliseconds (5));
    }
    CHECK (most <= kMost);
    CHECK (most > kMost - 1'000'000); // it was reached
    CHECK (mostSound <= kMost / 4);
    CHECK (mostSound > kMost / 4 - KeptSound::kBlockBytes);
    CHECK (rig.history.memory ().waveBytes > 0);

    // what is left is the newest: the very samples up to the last one
    const double end = static_cast<double> (rig.numCaptured) / 48000;
    CHECK (rig.history.endSeconds () == end);
    CHECK (rig.history.soundSeconds () == Approx (kMost / 4 / 8 / 48000.0).margin (1));
    const auto cut = rig.history.sound (0, end);
    CHECK (cut.seconds () == Approx (rig.history.soundSeconds ()).margin (1e-9));
    REQUIRE_FALSE (cut.samples.channels[0].empty ());
    bool isRamp = true;
    for (std::size_t n = 0; n < cut.samples.channels[0].size (); ++n)
        isRamp &= cut.samples.channels[0][n] ==
                  AppAudioRig::ramp (cut.samples.firstSample + static_cast<std::int64_t> (n), 0);
    CHECK (isRamp);

    // rows reach further back than sound; another front end cannot: that is told
    const double begin = rig.history.beginSeconds ();
    CHECK (begin > 1);
    CHECK (begin < end - rig.history.soundSeconds () - 1);
    rig.configure ("librosa-db");
    CHECK (rig.history.feed (0).takeDroppedSeconds () ==
           Approx (end - rig.history.soundSeconds () - begin).margin (0.01));
    CHECK (rig.history.feed (0).takeDroppedSeconds () == 0);
    for (int n = 0; n < 30; ++n)
    {
        rig.play (1);
        rig.history.update ();
        std::this_thread::sleep_for (std::chrono::milliseconds (5));
    }
    REQUIRE (rig.settle ([&] { return ! rig.history.doneRatio (); }));
    CHECK (rig.history.beginSeconds () == Approx (end - kMost / 4 / 8 / 48000.0).margin (1));
}

} // namespace melstrom::testing
