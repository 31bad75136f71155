// Overviews of damaged, changed and very long files.
#include "Tests/Engine/Overview/OverviewRuns.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>
#include <fstream>
#include <sndfile.h>

namespace melstrom::testing
{
namespace
{

OverviewSettings whisper ()
{
    return {.frontEnd = presetNamed ("whisper-openai-80")};
}

/** A sparse file of silence, mono int16 at 16 kHz, with one loud second in its middle. */
std::string longFile (const TemporaryFolder& folder, int seconds)
{
    const auto path = folder.file ("long.wav");
    const auto dataBytes = std::uint64_t {2} * 16000 * static_cast<std::uint64_t> (seconds);
    const auto header = rf64 ({}, "", dataBytes);
    {
        std::ofstream file (path, std::ios::binary);
        file << header;
        file.seekp (static_cast<std::streamoff> (header.size () + dataBytes / 4 * 2));
        file << testSampleBytes (16000);
    }
    std::filesystem::resize_file (path, header.size () + dataBytes);
    return path;
}

} // namespace

TEST_CASE ("a damaged file shows what lies before the damage", "[overview]")
{
    const TemporaryFolder folder;
    auto bytes = encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 16000, testSamples (16000 * 200));
    for (std::size_t i = bytes.size () / 2; i < bytes.size () / 2 + 5000; ++i)
        bytes[i] = '\x55';
    const auto path = folder.write ("damaged.flac", bytes);
    const auto backend = *makeCpuBackend (2);
    const auto overview = opened (path, *backend, whisper ());
    REQUIRE (updatedUntil (*overview, [&] { return overview->status ().error.has_value (); }));
    const auto error = *overview->status ().error;
    CHECK (error.code == ErrorCode::decodeFailed);
    CHECK (error.message.find ("damaged.flac") != std::string::npos);
    CHECK (overview->status ().doneRatio < 1);
    std::vector<float> row (80);
    overview->look (10, 20, 500);
    CHECK (updatedUntil (
        *overview,
        [&] { return overview->rows ().maximum (1100, 1900, row) == RowPresence::whole; }));
}

TEST_CASE ("a truncated file is shown as long as it is", "[overview]")
{
    const TemporaryFolder folder;
    auto bytes = wav ({}, testSampleBytes (160'000));
    bytes.resize (bytes.size () - 160'000);
    const auto path = folder.write ("cut.wav", bytes);
    const auto backend = *makeCpuBackend (2);
    const auto overview = opened (path, *backend, whisper ());
    CHECK (overview->seconds () == 5);
    REQUIRE (overview->info ().warnings.size () == 1);
    CHECK (overview->info ().warnings[0].find ("80000") != std::string::npos);
    CHECK (becomesWhole (*overview));
    CHECK_FALSE (overview->status ().error.has_value ());
}

TEST_CASE ("an empty file is refused; one of a few samples has a waveform", "[overview]")
{
    const TemporaryFolder folder;
    const auto backend = *makeCpuBackend (1);
    const auto none =
        FileOverview::open (posixStorage (), folder.write ("a.wav", ""), *backend, whisper ());
    REQUIRE_FALSE (none.ok ());
    CHECK (none.error ().code == ErrorCode::emptyFile);
    const auto overview =
        opened (folder.write ("b.wav", wav ({}, testSampleBytes (3))), *backend, whisper ());
    CHECK (becomesWhole (*overview));
    CHECK (overview->rows ().endRow () == overview->rows ().geometry ().numRows (3));
    CHECK (overview->wave ().range (0, 0, 3).isThere);
}

TEST_CASE ("a file that changes on the disk is noticed", "[overview]")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("a.wav", wav ({}, testSampleBytes (16000)));
    const auto backend = *makeCpuBackend (1);
    const auto overview = opened (path, *backend, whisper ());
    CHECK_FALSE (overview->hasChangedOnDisk ());
    SECTION ("longer")
    {
        folder.write ("a.wav", wav ({}, testSampleBytes (16001)));
    }
    SECTION ("other samples, later")
    {
        folder.write ("a.wav", wav ({}, testSampleBytes (16000)));
        std::filesystem::last_write_time (path, std::filesystem::last_write_time (path) +
                                                    std::chrono::seconds (2));
    }
    SECTION ("gone")
    {
        std::filesystem::remove (path);
    }
    CHECK (overview->hasChangedOnDisk ());
}

TEST_CASE ("a long file is sampled first, then whole, within its memory", "[overview]")
{
    const TemporaryFolder folder;
    const auto path = longFile (folder, 3600);
    const auto backend = *makeCpuBackend (2);
    auto settings = whisper ();
    settings.mostBytes = std::size_t {8} << 20;
    const auto overview = opened (path, *backend, settings);
    const auto& rows = overview->rows ();
    REQUIRE (rows.endRow () == 360'000);
    std::vector<float> row (80);
    bool isEachPartSampled = false;
    REQUIRE (updatedUntil (*overview,
                           [&]
                           {
                               REQUIRE (overview->status ().memoryBytes <= settings.mostBytes);
                               if (! overview->status ().isSampled || isEachPartSampled)
                                   return overview->status ().doneRatio == 1;
                               isEachPartSampled = true;
                               for (int part = 0; part < 60; ++part)
                                   if (rows.maximum (part * 6000, (part + 1) * 6000, row) ==
                                       RowPresence::missing)
                                       isEachPartSampled = false;
                               CHECK (isEachPartSampled);
                               return false;
                           }));
    CHECK (isEachPartSampled);
    CHECK (rows.maximum (0, rows.endRow (), row) == RowPresence::whole);
    CHECK (*std::max_element (row.begin (), row.end ()) > -40);
    CHECK (rows.maximum (0, 170'000, row) == RowPresence::whole);
    CHECK (*std::max_element (row.begin (), row.end ()) < -100);
    CHECK (overview->wave ().range (0, 0, 16000LL * 1000).highest == 0);
    CHECK (overview->wave ().range (0, 0, 16000LL * 3600).highest > 0.9f);
    CHECK (overview->status ().memoryBytes <= settings.mostBytes);
}

TEST_CASE ("an overview ends at once while it computes", "[overview]")
{
    const TemporaryFolder folder;
    const auto path = longFile (folder, 24 * 3600);
    const auto backend = *makeCpuBackend (2);
    for (const int milliseconds : {0, 1, 30, 300, 1000})
    {
        auto overview = opened (path, *backend, whisper ());
        overview->look (0, 3600, 1000);
        std::this_thread::sleep_for (std::chrono::milliseconds (milliseconds));
        overview->update ();
        CHECK (overview->status ().doneRatio < 1);
        const auto start = std::chrono::steady_clock::now ();
        overview.reset ();
        CHECK (std::chrono::steady_clock::now () - start < std::chrono::seconds (2));
    }
}

} // namespace melstrom::testing
