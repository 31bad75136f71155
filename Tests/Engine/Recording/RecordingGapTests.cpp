#include "Engine/Recording/Recorder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/ForwardingStorage.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Recording/RecordedSignal.h"

#include <atomic>
#include <chrono>
#include <numeric>

namespace melstrom::testing
{
namespace
{

/** A disk whose writes wait while it is held. Thread: any. */
class StallingStorage final : public ForwardingStorage
{
public:
    using ForwardingStorage::ForwardingStorage;
    std::atomic<bool> isHeld {false};
    std::atomic<bool> isWaiting {false}; ///< a write waits

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        MELSTROM_TRY_VALUE (auto file, ForwardingStorage::create (path));
        return std::unique_ptr<WritableFile> (new File (std::move (file), *this));
    }

private:
    struct File final : ForwardingFile
    {
        File (std::unique_ptr<WritableFile> file, StallingStorage& storage)
            : ForwardingFile (std::move (file)), disk (storage)
        {
        }
        Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
        {
            for (; disk.isHeld; std::this_thread::sleep_for (std::chrono::milliseconds (1)))
                disk.isWaiting = true;
            disk.isWaiting = false;
            return ForwardingFile::writeAt (from, bytes, offset);
        }
        StallingStorage& disk;
    };
};

void waitUntil (const std::atomic<bool>& isTrue)
{
    for (int tries = 0; ! isTrue && tries < 10'000; ++tries)
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    REQUIRE (isTrue);
}

void waitForSamples (Recorder& recorder, std::int64_t numSamples)
{
    for (int tries = 0; recorder.status ().numSamples < numSamples && tries < 10'000; ++tries)
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    REQUIRE (recorder.status ().numSamples >= numSamples);
}

std::int64_t sumOf (const std::vector<RecordingGap>& gaps)
{
    return std::accumulate (gaps.begin (), gaps.end (), std::int64_t {0},
                            [] (std::int64_t sum, const RecordingGap& gap)
                            { return sum + gap.numSamples; });
}

constexpr RecordingFormat kFormats[] = {RecordingFormat::wav24, RecordingFormat::wavFloat,
                                        RecordingFormat::flac24};

} // namespace

TEST_CASE ("samples that the device dropped are silence of their length and listed", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    MemoryStorage storage;
    auto recorder = *Recorder::start (storage, "a.wav", {48000, 2, format});
    writeSignal (*recorder, 2, 0, 10'001);
    writeSignal (*recorder, 2, 10'002, 20'000);
    writeSignal (*recorder, 2, 120'000, 120'500);
    const auto report = recorder->stop ();
    const std::vector<RecordingGap> expected {{10'001, 1, GapReason::device},
                                              {20'000, 100'000, GapReason::device}};
    CHECK (report.gaps == expected);
    CHECK (recorder->gapsFrom (1) == std::vector<RecordingGap> {expected[1]});
    CHECK (recorder->gapsFrom (5).empty ());
    CHECK (report.numGaps == 2);
    CHECK (report.numGapSamples == 100'001);
    CHECK (report.numSamples == 120'500);
    CHECK (report.numClockChanges == 0);
    const auto read = readRecording (storage, "a.wav");
    CHECK (read.numSamples == 120'500);
    CHECK (firstWrongSample (read, expected) == -1);
    CHECK (storage.bytesOf ("a.wav.gaps.txt") ==
           "0.208354167\t0.208375000\tgap: the device dropped 1 sample from 10001\n"
           "0.416666667\t2.500000000\tgap: the device dropped 100000 samples from 20000\n");
}

TEST_CASE ("a device's clock that steps back or far ahead leaves no gap and is counted",
           "[recorder]")
{
    MemoryStorage storage;
    auto recorder = *Recorder::start (storage, "a.wav", {8000, 1});
    SignalBlock block (1, 100);
    std::int64_t recorded = 0;
    const std::int64_t hour = std::int64_t {3600} * 8000;
    for (const std::int64_t position : {std::int64_t {5000}, std::int64_t {0}, std::int64_t {50},
                                        150 + hour + 1, 250 + hour + 1, std::int64_t {0}})
    {
        block.fill (recorded);
        recorder->write (block.pointers (), 100, position);
        recorded += 100;
    }
    const auto report = recorder->stop ();
    CHECK (report.numClockChanges == 4);
    CHECK (report.gaps.empty ());
    CHECK (report.numSamples == recorded);
    CHECK (firstWrongSample (readRecording (storage, "a.wav")) == -1);
}

TEST_CASE ("a disk that stalls for less than the ring loses nothing", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    MemoryStorage memory;
    StallingStorage storage (memory);
    auto recorder = *Recorder::start (storage, "a", {8000, 2, format});
    storage.isHeld = true;
    writeSignal (*recorder, 2, 0, 4096);
    waitUntil (storage.isWaiting);
    writeSignal (*recorder, 2, 4096, 80'000); // ten seconds
    storage.isHeld = false;
    const auto report = recorder->stop ();
    CHECK (report.gaps.empty ());
    CHECK (report.numSamples == 80'000);
    const auto read = readRecording (memory, "a");
    CHECK (read.numSamples == 80'000);
    CHECK (firstWrongSample (read) == -1);
}

TEST_CASE ("a disk that stalls for longer than the ring leaves a gap of the exact length",
           "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    constexpr int kRingSamples = 8192; // the power of two above 1 s
    constexpr int kBlock = 512;
    MemoryStorage memory;
    StallingStorage storage (memory);
    auto recorder = *Recorder::start (storage, "a", {8000, 2, format, 1.0});
    writeSignal (*recorder, 2, 0, 1000);
    waitForSamples (*recorder, 1000);
    storage.isHeld = true;
    writeSignal (*recorder, 2, 1000, 1000 + 2 * 1152); // FLAC completes a block
    waitUntil (storage.isWaiting);
    // The writer holds what it took; the ring takes whole blocks until it is full.
    const std::int64_t first = 1000 + 2 * 1152;
    writeSignal (*recorder, 2, first, first + 3 * kRingSamples, kBlock);
    SECTION ("and the sound goes on")
    {
        storage.isHeld = false;
        waitForSamples (*recorder, first + kRingSamples - 3000); // then 700 samples have room
        writeSignal (*recorder, 2, first + 3 * kRingSamples, first + 3 * kRingSamples + 700);
        const auto report = recorder->stop ();
        REQUIRE (report.gaps.size () == 1);
        const auto gap = report.gaps[0];
        CHECK (gap.reason == GapReason::stall);
        CHECK (gap.numSamples % kBlock == 0);
        CHECK (gap.position + gap.numSamples == first + 3 * kRingSamples);
        CHECK (gap.numSamples >= 2 * kRingSamples);
        CHECK (report.numGapSamples == gap.numSamples);
        CHECK (report.numSamples == first + 3 * kRingSamples + 700);
        const auto read = readRecording (memory, "a");
        CHECK (read.numSamples == report.numSamples);
        CHECK (firstWrongSample (read, report.gaps) == -1);
        CHECK (memory.bytesOf ("a.gaps.txt") == labelOf (gap, 8000));
    }
    SECTION ("and the recording stops in the gap")
    {
        storage.isHeld = false;
        const auto report = recorder->stop ();
        REQUIRE (report.gaps.size () == 1);
        CHECK (report.gaps[0].position + report.gaps[0].numSamples == first + 3 * kRingSamples);
        CHECK (report.numSamples == first + 3 * kRingSamples);
        CHECK (firstWrongSample (readRecording (memory, "a"), report.gaps) == -1);
    }
    SECTION ("and the device drops samples meanwhile")
    {
        const auto dropped = first + 3 * kRingSamples;
        writeSignal (*recorder, 2, dropped + 77, dropped + 77 + 2 * kBlock, kBlock); // lost, too
        writeSignal (*recorder, 2, dropped + 77 + 2 * kBlock + 5, dropped + 2000, kBlock);
        storage.isHeld = false;
        const auto report = recorder->stop ();
        std::vector<RecordingGap> device;
        for (const auto& gap : report.gaps)
            if (gap.reason == GapReason::device)
                device.push_back (gap);
        CHECK (device ==
               std::vector<RecordingGap> {{dropped, 77, GapReason::device},
                                          {dropped + 77 + 2 * kBlock, 5, GapReason::device}});
        CHECK (report.gaps.size () >= 4);
        CHECK (sumOf (report.gaps) == report.numGapSamples);
        CHECK (report.numSamples == dropped + 2000);
        CHECK (firstWrongSample (readRecording (memory, "a"), report.gaps) == -1);
    }
}

TEST_CASE ("a disk that stalls again and again leaves every sample or its gap", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    MemoryStorage memory;
    StallingStorage storage (memory);
    auto recorder = *Recorder::start (storage, "a", {8000, 1, format, 0.1});
    std::int64_t at = 0;
    for (int round = 0; round < 30; ++round)
    {
        storage.isHeld = round % 3 != 0;
        writeSignal (*recorder, 1, at, at + 900, 60);
        at += 900 + (round % 4 == 1 ? 13 : 0); // the device drops 13 samples
        std::this_thread::sleep_for (std::chrono::milliseconds (round % 5 * 20));
    }
    storage.isHeld = false;
    const auto report = recorder->stop ();
    CHECK (report.numGaps > 8);
    CHECK (sumOf (report.gaps) == report.numGapSamples);
    CHECK (report.numSamples == at - (29 % 4 == 1 ? 13 : 0));
    const auto read = readRecording (memory, "a");
    CHECK (read.numSamples == report.numSamples);
    CHECK (firstWrongSample (read, report.gaps) == -1);
}

TEST_CASE ("labels that cannot be written do not end a recording", "[recorder]")
{
    class NoLabels final : public ForwardingStorage
    {
    public:
        using ForwardingStorage::ForwardingStorage;
        Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
        {
            if (path.ends_with (".txt"))
                return Error {ErrorCode::permissionDenied, "no labels here", std::nullopt};
            return ForwardingStorage::create (path);
        }
    };
    MemoryStorage memory;
    NoLabels storage (memory);
    auto recorder = *Recorder::start (storage, "a.wav", {48000, 1});
    writeSignal (*recorder, 1, 0, 100);
    writeSignal (*recorder, 1, 200, 300);
    const auto report = recorder->stop ();
    CHECK_FALSE (report.error.has_value ());
    REQUIRE (report.labelsError.has_value ());
    CHECK (report.labelsError->code == ErrorCode::permissionDenied);
    CHECK (report.numSamples == 300);
    CHECK (firstWrongSample (readRecording (memory, "a.wav"), report.gaps) == -1);
}

} // namespace melstrom::testing
