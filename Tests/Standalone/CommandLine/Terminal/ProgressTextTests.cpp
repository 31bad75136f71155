#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Terminal/ProgressText.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using namespace melstrom;

namespace
{

ProgressSample sampleHalfway ()
{
    ProgressSample sample;
    sample.seconds = 2;
    sample.phase = BatchPhase::extracting;
    sample.filesTotal = 39563;
    sample.filesDone = 20000;
    sample.filesFailed = 3;
    sample.rowsTotal = 1000;
    sample.rowsDone = 479;
    sample.audioMicrosecondsTotal = 72'000'000'000;
    sample.audioMicrosecondsDone = 36'000'000'000;
    sample.bytesRead = 4'000'000'000;
    sample.bytesWritten = 1'000'000'000;
    sample.slabsReading = 3;
    sample.slabsComputing = 1;
    sample.slabsWriting = 2;
    sample.slabsTotal = 8;
    return sample;
}

int columnsOf (const std::string& utf8)
{
    int columns = 0;
    for (const char byte : utf8)
        columns += (static_cast<unsigned char> (byte) & 0xC0u) != 0x80u ? 1 : 0;
    return columns;
}

bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace

TEST_CASE ("counts are grouped by thousands", "[progress]")
{
    CHECK (groupedText (0) == "0");
    CHECK (groupedText (999) == "999");
    CHECK (groupedText (39563) == "39,563");
    CHECK (groupedText (-1234567) == "-1,234,567");
    CHECK (groupedText (-123) == "-123");
    CHECK (countText (0, "file") == "0 files");
    CHECK (countText (1, "file") == "1 file");
    CHECK (countText (39563, "file") == "39,563 files");
    CHECK (countText (1, "copy is", "copies are") == "1 copy is");
    CHECK (countText (0, "copy is", "copies are") == "0 copies are");
}

TEST_CASE ("rates have three digits and a suffix", "[progress]")
{
    CHECK (shortText (0) == "0.00");
    CHECK (shortText (0.524) == "0.52");
    CHECK (shortText (9.996) == "10.0");
    CHECK (shortText (12.34) == "12.3");
    CHECK (shortText (123.4) == "123");
    CHECK (shortText (999.6) == "1.00k");
    CHECK (shortText (76082) == "76.1k");
    CHECK (shortText (144e6) == "144M");
    CHECK (shortText (5e16) == "50000T");
    CHECK (shortText (std::nan ("")) == "-");
    CHECK (shortText (std::numeric_limits<double>::infinity ()) == "-");
}

TEST_CASE ("rates of bytes and of audio have units that fit", "[progress]")
{
    CHECK (byteRateText (0) == "0 bytes/s");
    CHECK (byteRateText (830) == "830 bytes/s");
    CHECK (byteRateText (41'700) == "41.7 kB/s");
    CHECK (byteRateText (5.14e6) == "5.14 MB/s");
    CHECK (byteRateText (2e9) == "2.00 GB/s");
    CHECK (audioRateText (5) == "5.00 h");
    CHECK (audioRateText (0.205) == "12.3 min");
    CHECK (audioRateText (0.001) == "3.60 s");
}

TEST_CASE ("times read as a clock", "[progress]")
{
    CHECK (clockText (0) == "0:00");
    CHECK (clockText (0.1) == "0:01");
    CHECK (clockText (754) == "12:34");
    CHECK (clockText (3723) == "1:02:03");
    CHECK (clockText (183600) == "2 d 3 h");
    CHECK (clockText (-1) == "-");
    CHECK (clockText (std::nan ("")) == "-");
    CHECK (clockText (std::numeric_limits<double>::infinity ()) == "11574 d 1 h");
    CHECK (elapsedText (0.524) == "0.52 s");
    CHECK (elapsedText (61) == "1:01");
    CHECK (microsecondsText (0.0000123) == "12.3");
}

TEST_CASE ("a bar fills in eighths of a block, or in characters", "[progress]")
{
    CHECK (barText (0, 6, true) == "▕    ▏");
    CHECK (barText (1, 6, true) == "▕████▏");
    CHECK (barText (0.53125, 6, true) == "▕██▏ ▏");
    CHECK (barText (0.5, 6, false) == "[##  ]");
    CHECK (barText (0.99, 6, false) == "[### ]");
    CHECK (barText (2, 5, false) == "[###]");
    CHECK (barText (std::nan (""), 5, false) == "[   ]");
    for (int step = 0; step <= 1000; ++step)
        REQUIRE (columnsOf (barText (step / 1000.0, 20, true)) == 20);
}

TEST_CASE ("the bar's line fits any width and gives up the least important first", "[progress]")
{
    const auto sample = sampleHalfway ();
    const auto rates = averageRates (sample);
    for (int columns = 1; columns < 250; ++columns)
        for (const bool isUnicode : {false, true})
            REQUIRE (columnsOf (progressBarLine (sample, rates, columns, isUnicode)) <= columns);

    CHECK (progressBarLine (sample, rates, 182, false) ==
           "extracting  47% [#############               ]  20,000/39,563 files  3 failed  10.0k "
           "files/s  "
           "audio 5.00 h/s  read 2.00 GB/s  write 500 MB/s  slabs 3r 1c 2w/8  elapsed 0:02  ETA "
           "0:03");
    CHECK (columnsOf (progressBarLine (sample, rates, 182, true)) == 182);
    const auto narrow = progressBarLine (sample, rates, 60, true);
    CHECK (mentions (narrow, "3 failed"));
    CHECK (mentions (narrow, "▕"));
    CHECK_FALSE (mentions (narrow, "slabs"));
}

TEST_CASE ("while files are being found there is no bar", "[progress]")
{
    ProgressSample sample;
    sample.filesTotal = 12345;
    CHECK (progressBarLine (sample, {}, 79, true) == "listing  12,345 files");
    CHECK (progressPlainLine (sample, {}) == "listing: 12,345 files");
}

TEST_CASE ("pairs that are still searched have no share that is done", "[progress]")
{
    auto sample = sampleHalfway ();
    sample.phase = BatchPhase::comparing;
    CHECK (mentions (progressPlainLine (sample, {}), "comparing 47%"));
    sample.rowsTotal = sample.rowsDone = 0;
    sample.filesDone = sample.filesTotal;
    CHECK (mentions (progressPlainLine (sample, {}), "comparing: "));
    CHECK_FALSE (mentions (progressBarLine (sample, {}, 100, true), "100%"));
}

TEST_CASE ("a plain line names counts, rates and the time left", "[progress]")
{
    const auto sample = sampleHalfway ();
    CHECK (progressPlainLine (sample, averageRates (sample)) ==
           "extracting 47%: 20,000/39,563 files, 3 failed, 10.0k files/s, audio 5.00 h/s, read "
           "2.00 GB/s, write 500 MB/s, slabs 3r 1c 2w/8, elapsed 0:02, ETA 0:03");
}

TEST_CASE ("the final line is an average over the run and says if it was stopped", "[progress]")
{
    auto sample = sampleHalfway ();
    CHECK (progressFinalLine (sample, averageRates (sample)) ==
           "stopped while extracting: 20,000/39,563 files in 2.00 s, 10.0k files/s, 5.00 h of "
           "audio/s, 2.00 GB/s read, "
           "500 MB/s written, 3 failed");
    sample.phase = BatchPhase::done;
    CHECK (mentions (progressFinalLine (sample, averageRates (sample)), "done: "));
    ProgressSample unchanged;
    unchanged.seconds = 0.01;
    unchanged.phase = BatchPhase::done;
    CHECK (progressFinalLine (unchanged, averageRates (unchanged)) ==
           "done: nothing to do, in 0.01 s");
    CHECK (progressFinalLine ({}, averageRates ({})) ==
           "stopped while listing: 0 files in 0.00 s, 0 failed");
}

TEST_CASE ("running and last lines show small rates in the same units", "[progress]")
{
    ProgressSample sample;
    sample.seconds = 4;
    sample.phase = BatchPhase::extracting;
    sample.filesTotal = 5;
    sample.filesDone = 2;
    sample.audioMicrosecondsDone = 8'000'000;
    sample.bytesRead = 664'000;
    sample.bytesWritten = 3'320;
    sample.bytesOnBus = 8'000'000;
    const auto rates = averageRates (sample);
    CHECK (progressPlainLine (sample, rates) ==
           "extracting 40%: 2/5 files, 0.50 files/s, audio 2.00 s/s, read 166 kB/s, write 830 "
           "bytes/s, bus 2.00 MB/s, elapsed 0:04, ETA 0:06");
    CHECK (
        mentions (progressBarLine (sample, rates, 200, false),
                  "0.50 files/s  audio 2.00 s/s  read 166 kB/s  write 830 bytes/s  bus 2.00 MB/s"));
    CHECK (progressFinalLine (sample, rates) ==
           "stopped while extracting: 2/5 files in 4.00 s, 0.50 files/s, 2.00 s of audio/s, "
           "166 kB/s read, 830 bytes/s written, 0 failed");
    sample.seconds = 1000; // 0.002 files/s
    CHECK_FALSE (mentions (progressPlainLine (sample, averageRates (sample)), "files/s"));
}

TEST_CASE ("the first line of a phase has no rates", "[progress]")
{
    auto sample = sampleHalfway ();
    RateSmoother smoother;
    sample.phase = BatchPhase::planning;
    smoother.add (sample);
    sample.seconds += 0.1;
    sample.phase = BatchPhase::extracting;
    smoother.add (sample);
    CHECK (progressPlainLine (sample, smoother.rates ()) ==
           "extracting 47%: 20,000/39,563 files, 3 failed, slabs 3r 1c 2w/8, elapsed 0:03");
    const auto first = nlohmann::json::parse (progressJsonLine (sample, smoother.rates (), false));
    sample.seconds += 0.1;
    smoother.add (sample);
    const auto second = nlohmann::json::parse (progressJsonLine (sample, smoother.rates (), false));
    for (const char* const rate : {"files_per_second", "rows_per_second", "audio_hours_per_second",
                                   "gigabytes_read_per_second", "gigabytes_written_per_second",
                                   "gigabytes_on_bus_per_second"})
    {
        CHECK (first.at (rate).is_null ());
        CHECK (second.at (rate) == 0.0); // measured: nothing was done
    }
}

TEST_CASE ("a JSON line has every counter and rate", "[progress]")
{
    const auto sample = sampleHalfway ();
    const auto line = progressJsonLine (sample, averageRates (sample), true);
    CHECK_FALSE (mentions (line, "\n"));
    const auto json = nlohmann::json::parse (line);
    CHECK (json.size () == 28);
    CHECK (json.at ("bytes_on_bus") == 0);
    CHECK (json.at ("cpu_percent").is_null ());
    CHECK (json.at ("device_busy_percent").is_null ());
    CHECK (json.at ("device_memory_bytes").is_null ());
    CHECK (json.at ("seconds") == 2.0);
    CHECK (json.at ("phase") == "extracting");
    CHECK (json.at ("files_done") == 20000);
    CHECK (json.at ("files_failed") == 3);
    CHECK (json.at ("rows_total") == 1000);
    CHECK (json.at ("audio_seconds_done") == 36000.0);
    CHECK (json.at ("bytes_read") == 4'000'000'000);
    CHECK (json.at ("slabs_writing") == 2);
    CHECK (json.at ("audio_hours_per_second") == 5.0);
    CHECK (json.at ("eta_seconds").get<double> () == Approx (2 * 521.0 / 479).margin (0.001));
    CHECK (json.at ("final") == true);

    auto withDevice = sample;
    withDevice.device = DeviceUse {93, 1'250'000'000};
    const auto onDevice = nlohmann::json::parse (progressJsonLine (withDevice, {}, false));
    CHECK (onDevice.at ("device_busy_percent") == 93);
    CHECK (onDevice.at ("device_memory_bytes") == 1'250'000'000);

    const auto empty = nlohmann::json::parse (progressJsonLine ({}, {}, false));
    CHECK (empty.at ("eta_seconds").is_null ());
    CHECK (empty.at ("final") == false);
}

TEST_CASE ("a steady rate is shown from the second look on", "[progress]")
{
    RateSmoother smoother;
    ProgressSample sample;
    sample.filesTotal = 1000;
    for (int look = 0; look < 50; ++look)
    {
        sample.seconds = look * 0.1;
        sample.filesDone = look * 10;
        sample.bytesRead = std::int64_t (look) * 100'000'000;
        smoother.add (sample);
        if (look == 0)
            continue;
        REQUIRE (smoother.rates ().filesPerSecond == Approx (100));
        REQUIRE (smoother.rates ().gigabytesReadPerSecond == Approx (1));
        REQUIRE (smoother.rates ().remainingSeconds.value () ==
                 Approx ((1000 - look * 10) / 100.0));
    }
}

TEST_CASE ("a change of rate is followed with a time constant of two seconds", "[progress]")
{
    RateSmoother smoother;
    ProgressSample sample;
    for (int look = 0; look <= 1000; ++look)
    {
        sample.seconds = look * 0.1;
        sample.rowsDone += look <= 980 ? 10 : 0;
        smoother.add (sample);
    }
    CHECK (smoother.rates ().rowsPerSecond == Approx (100 * std::exp (-1.0)).epsilon (0.001));
}

TEST_CASE ("a new phase is judged by itself", "[progress]")
{
    RateSmoother smoother;
    ProgressSample sample;
    for (int look = 0; look < 20; ++look)
    {
        sample.seconds = look * 0.1;
        sample.phase = look < 10 ? BatchPhase::listing : BatchPhase::extracting;
        sample.filesDone = look < 10 ? 0 : (look - 10) * 5;
        smoother.add (sample);
    }
    CHECK (smoother.rates ().filesPerSecond == Approx (50));
}

TEST_CASE ("a clock that stands or a counter that goes back does no harm", "[progress]")
{
    RateSmoother smoother;
    auto sample = sampleHalfway ();
    smoother.add (sample);
    smoother.add (sample);
    CHECK (smoother.rates ().filesPerSecond == 0);
    sample.seconds += 1;
    sample.filesDone = sample.rowsDone = 0;
    smoother.add (sample);
    CHECK (smoother.rates ().filesPerSecond == 0);
    CHECK_FALSE (smoother.rates ().remainingSeconds.has_value ());
}
