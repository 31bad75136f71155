#include "Engine/Core/NumberText.h"
#include "Engine/Recording/Recorder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/ChildProcess.h"
#include "Tests/Support/Files/EndlessStorage.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Recording/RecordedSignal.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Storage/FaultStorage.h"
#include "Tests/Support/TemporaryFolder.h"

#include <chrono>
#include <cstring>
#include <sys/resource.h>

namespace melstrom::testing
{
namespace
{

constexpr RecordingFormat kFormats[] = {RecordingFormat::wav24, RecordingFormat::wavFloat,
                                        RecordingFormat::flac24};

template <typename Number>
Number numberAt (const std::string& bytes, std::size_t offset)
{
    Number number;
    std::memcpy (&number, bytes.data () + offset, sizeof (Number));
    return number;
}

} // namespace

TEST_CASE ("a full disk ends a recording and keeps what was written", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    const int numChannels = GENERATE (1, 2, 5);
    const std::int64_t capacity = GENERATE (20'000, 65'537, 200'000, 200'001, 200'002);
    INFO (static_cast<int> (format) << " " << numChannels << " " << capacity);
    MemoryStorage storage;
    auto recorder = *Recorder::start (storage, "a", {48000, numChannels, format});
    storage.setCapacity (capacity);
    writeSignal (*recorder, numChannels, 0, 100'000);
    for (int tries = 0; ! recorder->status ().error && tries < 2000; ++tries)
        std::this_thread::sleep_for (std::chrono::milliseconds (5));
    REQUIRE (recorder->status ().error.has_value ());       // before anybody stops it
    writeSignal (*recorder, numChannels, 100'000, 101'000); // without effect
    const auto report = recorder->stop ();
    CHECK (report.error->code == ErrorCode::diskFull);
    CHECK (report.error->message.find ("make room") != std::string::npos);
    CHECK (report.error->message.find (
               "(" + countText (report.numSamples, "sample)", "samples)")) != std::string::npos);
    if (report.numSamples > 0)
    {
        const auto read = readRecording (storage, "a");
        CHECK (read.warnings.empty ());
        CHECK (read.numSamples == report.numSamples);
        CHECK (firstWrongSample (read) == -1);
    }
    const std::int64_t frameBytes = numChannels * 4; // at most
    const std::int64_t blockSamples = format == RecordingFormat::flac24 ? 4096 : 16384;
    CHECK (report.numSamples >= capacity / frameBytes - 2 * blockSamples);
}

TEST_CASE ("a recording at the largest size of a file keeps what was written", "[recorder]")
{
    if (! canFork ())
        return skipTest ("a fork cannot start a thread under this sanitizer");
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    const TemporaryFolder folder;
    const auto path = folder.file ("a");
    constexpr rlim_t kMostBytes = 300'001;
    const auto status = statusOfFork (
        [&]
        {
            std::signal (SIGXFSZ, SIG_IGN);
            const rlimit limit {kMostBytes, kMostBytes};
            setrlimit (RLIMIT_FSIZE, &limit);
            auto recorder = Recorder::start (posixStorage (), path, {48000, 2, format});
            if (! recorder)
                _exit (1);
            writeSignal (**recorder, 2, 0, 200'000);
            const auto report = (*recorder)->stop ();
            _exit (report.error && report.error->code == ErrorCode::writeFailed ? 0 : 2);
        },
        std::chrono::seconds (60));
    REQUIRE (status == 0);
    const auto read = readRecording (posixStorage (), path);
    CHECK (read.warnings.empty ());
    CHECK (firstWrongSample (read) == -1);
    // Every frame of a WAV that fits; every block of a FLAC.
    const std::int64_t frameBytes = format == RecordingFormat::wavFloat ? 8 : 6;
    constexpr std::int64_t kMostHeaderBytes = 256;
    if (format == RecordingFormat::flac24)
        CHECK (read.numSamples >= (static_cast<std::int64_t> (kMostBytes) / 6 / 4096 - 1) * 4096);
    else
        CHECK (read.numSamples >=
               (static_cast<std::int64_t> (kMostBytes) - kMostHeaderBytes) / frameBytes);
}

TEST_CASE ("a fault of any call leaves a readable recording and a report", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    const auto fault = GENERATE (StorageFault::diskFull, StorageFault::writeFailed);
    for (int call = 1;; ++call)
    {
        INFO ("call " << call << ", format " << static_cast<int> (format));
        MemoryStorage memory;
        FaultStorage storage (memory, fault, call);
        auto recorder = Recorder::start (storage, "a", {48000, 1, format});
        if (! recorder)
        {
            CHECK (storage.hasFailed ());
            continue;
        }
        writeSignal (**recorder, 1, 0, 20'000);
        for (int tries = 0; (*recorder)->status ().numSamples < 20'000 && tries < 100; ++tries)
            std::this_thread::sleep_for (std::chrono::milliseconds (2)); // or it has failed
        writeSignal (**recorder, 1, 20'100, 40'000);
        const auto report = (*recorder)->stop ();
        if (! storage.hasFailed ())
            break;
        CHECK ((report.error.has_value () || report.labelsError.has_value ()));
        // A failed sync takes written samples back, as the kernel does.
        const bool isSynced = fault == StorageFault::diskFull;
        if (report.numSamples == 0 || ! isSynced)
            continue;
        const auto read = readRecording (memory, "a");
        CHECK (read.numSamples == report.numSamples);
        CHECK (firstWrongSample (read, report.gaps) == -1);
    }
}

TEST_CASE ("a recording above 4 GiB becomes RF64 in place", "[recorder]")
{
    const auto format = GENERATE (RecordingFormat::wav24, RecordingFormat::wavFloat);
    const std::int64_t frameBytes = format == RecordingFormat::wavFloat ? 32 : 24;
    MemoryStorage memory;
    EndlessStorage storage (memory);
    auto file = *RecordingFile::create (storage, "a.wav", {192000, 8, format});
    std::vector<float> block (8 * 4096);
    for (std::size_t n = 0; n < block.size (); ++n)
        block[n] = recordedSample (static_cast<std::int64_t> (n / 8), static_cast<int> (n % 8));
    constexpr std::int64_t kLimit = std::int64_t {1} << 32;
    const auto append = [&] (std::int64_t untilBytes)
    {
        bool isOk = true;
        while (isOk && storage.end < untilBytes)
            isOk = file->append (block).ok ();
        return isOk && file->refresh ().ok ();
    };
    constexpr std::int64_t kMargin = 1 << 20;
    REQUIRE (append (kLimit - 2 * kMargin));
    const auto before = memory.bytesOf ("a.wav");
    CHECK (before.substr (0, 4) == "RIFF");
    CHECK (before.substr (12, 4) == "JUNK");
    CHECK (numberAt<std::uint32_t> (before, 4) + 8 == storage.end);

    REQUIRE (append (kLimit + kMargin));
    for (const bool isFinished : {false, true})
    {
        if (isFinished)
            REQUIRE (file->finish ().ok ());
        const auto after = memory.bytesOf ("a.wav");
        CHECK (after.substr (0, 4) == "RF64");
        CHECK (numberAt<std::uint32_t> (after, 4) == 0xffffffff);
        CHECK (after.substr (12, 4) == "ds64");
        CHECK (numberAt<std::int64_t> (after, 20) + 8 == storage.end);
        const auto dataChunk = after.find ("data");
        REQUIRE (dataChunk == before.find ("data"));
        CHECK (numberAt<std::int64_t> (after, 28) ==
               storage.end - static_cast<std::int64_t> (dataChunk) - 8);
        CHECK (numberAt<std::int64_t> (after, 28) == file->numSamples () * frameBytes);
        CHECK (numberAt<std::int64_t> (after, 36) == file->numSamples ());
        CHECK (after.substr (dataChunk + 8, 3000) == before.substr (dataChunk + 8, 3000));
    }
}

} // namespace melstrom::testing
