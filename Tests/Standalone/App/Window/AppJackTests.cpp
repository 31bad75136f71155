// The whole app under a JACK server that needs no sound card: what another client plays into it.
#include "Tests/Standalone/App/Window/JackChecks.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{

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
        if (take.late.empty ())
            checkRecording (jack, take);
        return take.late;
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
        if (take.late.empty ())
            checkRows (jack, take);
        return take.late;
    };
    underJack ("rows under JACK", toneAndChirp (), attempt);
}

} // namespace melstrom::testing
