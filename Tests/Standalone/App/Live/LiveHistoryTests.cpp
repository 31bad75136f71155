// The live history over devices that vanish and return, other rates and other front ends.
#include "Tests/Standalone/App/Live/LiveHistoryRig.h"

namespace melstrom::testing
{

namespace
{

/** The first of the rows of a WAV that the history does not have, bit for bit; -1: none. Rows that
    a batch pads are left out. beginSeconds: of the WAV on the timeline. */
std::int64_t firstOtherRow (const LiveHistoryRig& rig, const TapSamples& sound, int feed,
                            std::int64_t& numCompared)
{
    const TemporaryFolder folder;
    const auto path = folder.file ("cut.wav");
    REQUIRE (exportWav (sound, posixStorage (), path));
    const auto backend = makeCpuBackend (1);
    const auto batch = batchLevels (path, **backend, rig.preset);
    const auto& rows = rig.rows (feed);
    const auto& geometry = rows.geometry ();
    const auto length = static_cast<std::int64_t> (static_cast<double> (sound.channels[0].size ()) *
                                                   geometry.rateHz / sound.rateHz);
    const auto width = static_cast<std::size_t> (geometry.rowElements ());
    std::vector<float> row (width);
    for (std::int64_t n = 0; n < static_cast<std::int64_t> (batch.size () / width); ++n)
    {
        const auto first = geometry.frameStart (n);
        if (first < 0 || first + 2 * geometry.spanSamples > length)
            continue;
        const double middle =
            static_cast<double> (sound.firstSample) / sound.rateHz +
            (static_cast<double> (first) + geometry.spanSamples / 2.0) / geometry.rateHz;
        const auto index = rig.rowAt (middle, feed);
        ++numCompared;
        if (rows.maximum (index, index + 1, row) != RowPresence::whole ||
            ! std::equal (row.begin (), row.end (),
                          batch.begin () + static_cast<std::ptrdiff_t> (n * std::int64_t (width))))
            return n;
    }
    return -1;
}

struct Loudest
{
    double levelDb, hz;
};

Loudest loudestAt (const LiveHistoryRig& rig, double seconds)
{
    const auto& rows = rig.rows ();
    const auto row = rig.rowAt (seconds);
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().numBands));
    INFO ("at " << seconds << " s, row " << row);
    REQUIRE (rows.maximum (row, row + 1, levels) == RowPresence::whole);
    const auto band = std::ranges::max_element (levels) - levels.begin ();
    return {levels[static_cast<std::size_t> (band)],
            makeMelBank (rows.geometry ()).centresHz[static_cast<std::size_t> (band)]};
}

} // namespace

TEST_CASE ("the history goes on when the device returns: its absence is a gap of its length",
           "[app][live]")
{
    LiveHistoryRig rig;
    rig.open ();
    rig.configure ("librosa-db");
    constexpr int kCallbacks = 150;
    constexpr std::int64_t kRun = kCallbacks * 512; // 1.6 s
    rig.run (kCallbacks);
    REQUIRE (rig.hasRowsUntil (1.4));
    const auto before = std::chrono::steady_clock::now ();
    rig.replug (48000);
    const std::chrono::duration<double> away = std::chrono::steady_clock::now () - before;
    rig.run (kCallbacks);

    const auto gaps = rig.audio.gapsFrom (0);
    REQUIRE (gaps.size () == 1);
    CHECK (gaps[0].position == kRun);
    const double gapSeconds = static_cast<double> (gaps[0].numSamples) / 48000;
    CHECK (gapSeconds > 0.9 * away.count () - 0.02);
    CHECK (gapSeconds < away.count () + 1);
    const auto again = kRun + gaps[0].numSamples; // the second run begins
    CHECK (rig.audio.position () == again + kRun);

    // sound: the very samples, with silence between
    const auto end = static_cast<double> (again + kRun) / 48000;
    const auto cut = rig.history.sound (0, end);
    CHECK (cut.numGaps == 1);
    CHECK (cut.numGapSamples == gaps[0].numSamples);
    REQUIRE (cut.samples.firstSample == 0);
    REQUIRE (cut.samples.channels[0].size () == static_cast<std::size_t> (again + kRun));
    std::int64_t firstWrong = -1;
    for (std::int64_t n = 0; n < again + kRun && firstWrong < 0; ++n)
        for (int channel = 0; channel < 2; ++channel)
        {
            const float expected = n < kRun    ? LiveHistoryRig::noise (n, channel)
                                   : n < again ? 0
                                               : LiveHistoryRig::noise (n - again + kRun, channel);
            if (cut.samples.channels[std::size_t (channel)][std::size_t (n)] != expected)
                firstWrong = n;
        }
    CHECK (firstWrong == -1);

    // rows of both runs are those of the batch, and nothing is between
    REQUIRE (rig.hasRowsUntil (end - 0.2));
    for (const auto& [begin, stop] : {std::pair (std::int64_t {0}, kRun), {again, again + kRun}})
    {
        std::int64_t numCompared = 0;
        const auto run = rig.history.sound (static_cast<double> (begin) / 48000,
                                            static_cast<double> (stop) / 48000);
        REQUIRE (run.samples.firstSample == begin);
        CHECK (firstOtherRow (rig, run.samples, 0, numCompared) == -1);
        CHECK (numCompared > 40);
    }
    std::vector<float> row (static_cast<std::size_t> (rig.rows ().geometry ().numBands));
    const double middle = 1.6 + gapSeconds / 2;
    CHECK (rig.rows ().maximum (rig.rowAt (middle - 0.2), rig.rowAt (middle + 0.2), row) ==
           RowPresence::missing);
    const auto& wave = rig.audio.wave ();
    CHECK (wave.range (0, 0, 1024).isThere);
    CHECK_FALSE (wave.range (0, kRun + 1024, again - 1024).isThere);
    CHECK (wave.range (0, again + 1024, again + 2048).isThere);
    // single samples for the deepest zoom; none across the gap
    const auto samples = wave.samples (1, again + 7, 5);
    REQUIRE (samples.size () == 5);
    CHECK (samples[3] == LiveHistoryRig::noise (kRun + 10, 1));
    CHECK (wave.samples (1, again - 3, 5).empty ());
}

TEST_CASE ("after a change of the rate the time goes on, and earlier rows stay where they were",
           "[app][live]")
{
    LiveHistoryRig rig;
    rig.open ();
    rig.configure ("musical"); // rows at the rate of the device
    rig.runTone (150, 1000);
    REQUIRE (rig.hasRowsUntil (1.4));
    REQUIRE (rig.rows ().geometry ().rateHz == 48000);
    rig.replug (44100);
    rig.runTone (150, 3000, 0.25f);
    const double end = static_cast<double> (rig.audio.position ()) / 44100;
    REQUIRE (rig.hasRowsUntil (end - 0.3));
    CHECK (rig.rows ().geometry ().rateHz == 44100);
    const auto gaps = rig.audio.gapsFrom (0);
    REQUIRE (gaps.size () == 1);
    CHECK (gaps[0].position == Approx (1.6 * 44100).margin (1));

    const auto earlier = loudestAt (rig, 0.8), later = loudestAt (rig, end - 0.8);
    CHECK (earlier.hz == Approx (1000).epsilon (0.02));
    CHECK (earlier.levelDb == Approx (-6).margin (5.5));
    CHECK (later.hz == Approx (3000).epsilon (0.02));
    CHECK (later.levelDb == Approx (-12).margin (5.5));
    CHECK (rig.audio.wave ().range (0, 20000, 20100).highest == Approx (0.5).margin (0.01));
    // one file has one rate: an export begins after the change
    const auto cut = rig.history.sound (0, end);
    CHECK (cut.samples.rateHz == 44100);
    CHECK (cut.seconds () == Approx (150 * 512 / 44100.0).margin (1e-9));
    CHECK (rig.history.sound (0, 1.0).samples.rateHz == 48000);
    CHECK (rig.history.sound (0, 1.0).seconds () == Approx (1.0));
}

TEST_CASE ("rows of the kept sound are computed anew for another front end and another mix",
           "[app][live]")
{
    LiveHistoryRig rig;
    rig.open ();
    rig.configure ("musical");
    rig.run (300);
    const double changed = static_cast<double> (rig.audio.position ()) / 48000;
    REQUIRE (rig.hasRowsUntil (changed - 0.3));
    CHECK_FALSE (rig.history.doneRatio ().has_value ());

    rig.configure ("librosa-db");
    CHECK (rig.history.doneRatio ().has_value ());
    CHECK (rig.history.feed (0).takeDroppedSeconds () == 0); // all sound is kept
    rig.run (100);
    REQUIRE (rig.settle ([&] { return ! rig.history.doneRatio (); }));
    REQUIRE (rig.hasRowsUntil (changed + 0.8));
    std::int64_t numCompared = 0;
    CHECK (firstOtherRow (rig, rig.history.sound (0, changed).samples, 0, numCompared) == -1);
    CHECK (numCompared > 100);
    // no hole where computed rows meet live rows
    std::vector<float> row (static_cast<std::size_t> (rig.rows ().geometry ().numBands));
    CHECK (rig.rows ().maximum (rig.rowAt (changed - 0.5), rig.rowAt (changed + 0.7), row) ==
           RowPresence::whole);

    rig.configure ("librosa-db", 0, ViewMix::left);
    rig.run (100);
    REQUIRE (rig.settle ([&] { return ! rig.history.doneRatio (); }));
    auto left = rig.history.sound (0, changed).samples;
    numCompared = 0;
    CHECK (firstOtherRow (rig, left, 0, numCompared) >= 0); // of the sum of both
    left.channels[1] = left.channels[0];
    numCompared = 0;
    CHECK (firstOtherRow (rig, left, 0, numCompared) == -1);
    CHECK (numCompared > 100);
}

TEST_CASE ("a second front end shows the sound from before it was chosen", "[app][live]")
{
    LiveHistoryRig rig;
    rig.open ();
    rig.configure ("musical");
    rig.run (150);
    rig.history.feed (1).watch (true);
    rig.configure ("hifigan-22k", 1); // rows at a rate of its own
    rig.run (100);
    REQUIRE (rig.settle ([&] { return ! rig.history.doneRatio (); }));
    REQUIRE (rig.hasRowsUntil (2.4, 1));
    std::int64_t numCompared = 0;
    CHECK (firstOtherRow (rig, rig.history.sound (0, 1.6).samples, 1, numCompared) == -1);
    CHECK (numCompared > 40);
    const auto bytes = rig.history.memory ().rowBytes;
    rig.history.feed (1).watch (false);
    CHECK (rig.history.memory ().rowBytes < bytes);
    CHECK (rig.history.feed (1).rows () == nullptr);
    // hidden and shown again: the time between is there as well
    rig.run (50);
    rig.history.feed (1).watch (true);
    rig.configure ("hifigan-22k", 1);
    rig.run (100);
    REQUIRE (rig.settle ([&] { return ! rig.history.doneRatio (); }));
    numCompared = 0;
    CHECK (firstOtherRow (rig, rig.history.sound (0, 3.0).samples, 1, numCompared) == -1);
    CHECK (numCompared > 100);
}

TEST_CASE ("a front end that changes while no device runs shows the kept sound", "[app][live]")
{
    LiveHistoryRig rig;
    rig.open ();
    rig.configure ("musical");
    rig.run (150);
    rig.machine.isPluggedIn = false;
    REQUIRE (rig.settle ([&] { return rig.audio.deviceFault ().isNotEmpty (); }));
    rig.configure ("librosa-db");
    REQUIRE (rig.settle ([&] { return ! rig.history.doneRatio (); }));
    std::int64_t numCompared = 0;
    CHECK (firstOtherRow (rig, rig.history.sound (0, 1.6).samples, 0, numCompared) == -1);
    CHECK (numCompared > 40);
}

} // namespace melstrom::testing
