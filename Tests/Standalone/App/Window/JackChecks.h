// A recording under JACK against what the client played, and the rows on screen against a batch.
#pragma once

#include "Source/Export/RangeExport.h"
#include "Tests/Engine/Overview/OverviewRuns.h"
#include "Tests/Support/App/JackTake.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Recording/RecordedSignal.h"

namespace melstrom::testing
{

/** The first sample of a recording that differs from the sound at `begin` with silence around it;
    -1: none. */
inline std::int64_t firstWrong (const ReadRecording& read, std::int64_t begin,
                                const StereoSamples& sound)
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

/** The recording holds the very samples that the client played, with silence around them. */
inline void checkRecording (JackApp& jack, const Take& take)
{
    const auto& sound = jack.player ().sound ();
    const auto read = readRecording (posixStorage (), take.path);
    CHECK (read.rateHz == jack.settings ().rateHz);
    CHECK (read.warnings.empty ());
    REQUIRE (read.numChannels == 2);
    const auto begin = firstSound (read.samples) / 2;
    CHECK (begin > 0);
    CHECK (begin + static_cast<std::int64_t> (sound[0].size ()) < read.numSamples);
    CHECK (firstWrong (read, begin, sound) == -1);
    CHECK (jack.content ().audio ().recordingStatus ().numGaps == 0);
}

/** The rows on screen are those of a batch for the recording, bit for bit. */
inline void checkRows (JackApp& jack, const Take& take)
{
    const auto read = readRecording (posixStorage (), take.path);
    auto& tap = jack.content ().audio ().tap (0);
    REQUIRE (jack.content ().live ().feed (0).backendName () == "cpu");
    const auto recorded = heardAt (jack) - firstSound (read.samples) / 2;
    const auto& rows = rowsUntil (
        jack, static_cast<double> (recorded + read.numSamples) / jack.settings ().rateHz - 0.2);
    const auto geometry = rows.geometry ();
    REQUIRE (geometry.rateHz == jack.settings ().rateHz);

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
}

} // namespace melstrom::testing
