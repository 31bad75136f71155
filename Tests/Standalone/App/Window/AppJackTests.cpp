// The whole app under a JACK server that needs no sound card: what another client plays into it.
#include "Source/Export/RangeExport.h"
#include "Tests/Engine/Overview/OverviewRuns.h"
#include "Tests/Support/App/JackTake.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Recording/RecordedSignal.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{

/** The first sample of a recording that differs from the sound at `begin` with silence around it;
    -1: none. */
std::int64_t firstWrong (const ReadRecording& read, std::int64_t begin, const StereoSamples& sound)
{
    const auto length = static_cast<std::int64_t> (sound[0].size ());
    for (std::int64_t n = 0; n < read.numSamples; ++n)
        for (std::size_t channel = 0; channel < sound.size (); ++channel)
        {
            const bool isInside = n >= begin && n < begin + length;
            const float played =
                isInside ? sound[channel][static_cast<std::size_t> (n - begin)] : 0;
            if (read.samples[2 * static_cast<std::size_t> (n) + channel] != played)
                return n;
        }
    return -1;
}

struct Loudest
{
    double levelDb = 0, hz = 0; ///< of a row's loudest band
};

/** seconds: on the device's clock. */
Loudest loudestAt (const RowStore& rows, double seconds)
{
    const auto row = static_cast<std::int64_t> (
        std::llround ((seconds - rows.firstRowSeconds ()) * rows.rowsPerSecond ()));
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().numBands));
    INFO ("row " << row << " at " << seconds << " s");
    REQUIRE (rows.maximum (row, row + 1, levels) == RowPresence::whole);
    const auto band = std::ranges::max_element (levels) - levels.begin ();
    return {levels[static_cast<std::size_t> (band)],
            makeMelBank (rows.geometry ()).centresHz[static_cast<std::size_t> (band)]};
}

} // namespace

TEST_CASE ("a recording holds the very samples that another JACK client plays", "[app][jack]")
{
    const auto attempt = [] (JackApp& jack) -> std::string
    {
        const auto take = record (jack);
        if (! take.late.empty ())
            return take.late;
        const auto& sound = jack.player ().sound ();
        const auto read = readRecording (posixStorage (), take.path);
        CHECK (read.rateHz == JackApp::kRateHz);
        CHECK (read.warnings.empty ());
        REQUIRE (read.numChannels == 2);
        const auto begin = firstSound (read.samples) / 2;
        CHECK (begin > 0);
        CHECK (begin + static_cast<std::int64_t> (sound[0].size ()) < read.numSamples);
        CHECK (firstWrong (read, begin, sound) == -1);
        CHECK (jack.content ().audio ().recordingStatus ().numGaps == 0);
        return "";
    };
    underJack ("a recording under JACK", toneAndChirp (), attempt);
}

TEST_CASE ("the app shows what another JACK client plays, when it plays it", "[app][jack]")
{
    const auto attempt = [] (JackApp& jack) -> std::string
    {
        if (const auto take = record (jack); ! take.late.empty ())
            return take.late;
        const double begin = static_cast<double> (heardAt (jack)) / JackApp::kRateHz;
        const auto& rows = rowsUntil (jack, begin + kToneSeconds + kChirpSeconds);
        CHECK (loudestAt (rows, begin - 0.15).levelDb < -80);
        for (const double seconds : {0.2, 0.7, 1.3})
        {
            const auto [levelDb, hz] = loudestAt (rows, begin + seconds);
            const double expectedDb = 20 * std::log10 ((kLeft + kRight) / 2);
            CHECK (hz == Approx (kToneHz).margin (20));
            CHECK (levelDb < expectedDb + 0.1);
            CHECK (levelDb > expectedDb - 5.5); // "as bright at every pitch, to within 5 dB"
        }
        for (const double seconds : {0.4, 0.75, 1.1})
        {
            const auto loudest = loudestAt (rows, begin + kToneSeconds + seconds);
            CHECK (loudest.hz / chirpHz (seconds) > 0.7);
            CHECK (loudest.hz / chirpHz (seconds) < 1.4);
        }
        jack.app ().keep ("app-jack");
        return "";
    };
    underJack ("a spectrogram under JACK", toneAndChirp (), attempt);
}

TEST_CASE ("the rows on screen are those of a batch for the recording", "[app][jack]")
{
    const auto attempt = [] (JackApp& jack) -> std::string
    {
        const auto take = record (jack);
        if (! take.late.empty ())
            return take.late;
        const auto read = readRecording (posixStorage (), take.path);
        auto& tap = jack.content ().audio ().tap (0);
        REQUIRE (jack.content ().live ().feed (0).backendName () == "cpu");
        const auto recorded = heardAt (jack) - firstSound (read.samples) / 2;
        const auto& rows = rowsUntil (
            jack, static_cast<double> (recorded + read.numSamples) / JackApp::kRateHz - 0.2);
        const auto geometry = rows.geometry ();
        REQUIRE (geometry.rateHz == JackApp::kRateHz);

        // The recording from its first sample on that lies on the grid of the live rows.
        const auto origin = tap.firstSampleOf (0) - geometry.frameStart (0);
        REQUIRE (recorded >= origin);
        const int hop = geometry.hopSamples;
        const auto skipped = (hop - (recorded - origin) % hop) % hop;
        // The page may have rows before the tap's row 0.
        const double firstSeconds =
            (static_cast<double> (origin + geometry.frameStart (0)) + geometry.spanSamples / 2.0) /
            geometry.rateHz;
        const auto offset =
            std::llround ((firstSeconds - rows.firstRowSeconds ()) * rows.rowsPerSecond ());
        const auto firstRow = offset + (recorded + skipped - origin) / hop;
        const auto length = read.numSamples - skipped;
        const auto cut = jack.app ().folder ().file ("cut.wav");
        REQUIRE (failureOf (exportWav ({take.path, skipped, length}, posixStorage (), cut)) == "");
        MelPreset preset;
        preset.spec = tap.settings ().spec;
        const auto backend = makeCpuBackend (1);
        const auto batch = batchLevels (cut, **backend, preset);

        std::vector<float> row (static_cast<std::size_t> (geometry.rowElements ()));
        std::int64_t numCompared = 0, firstOther = -1;
        for (std::int64_t n = 0; n < geometry.numRows (length) && firstOther < 0; ++n)
        {
            const auto first = geometry.frameStart (n);
            if (first < 0 || first + geometry.spanSamples > length)
                continue; // a batch pads here
            if (firstRow + n >= rows.endRow ())
                break;
            const bool isSame =
                rows.maximum (firstRow + n, firstRow + n + 1, row) == RowPresence::whole &&
                std::equal (row.begin (), row.end (),
                            batch.begin () + n * static_cast<std::ptrdiff_t> (row.size ()));
            ++numCompared;
            if (! isSame)
                firstOther = n;
        }
        CHECK (firstOther == -1);
        CHECK (numCompared > (kToneSeconds + kChirpSeconds) * rows.rowsPerSecond ());
        return "";
    };
    underJack ("rows under JACK", toneAndChirp (), attempt);
}

} // namespace melstrom::testing
