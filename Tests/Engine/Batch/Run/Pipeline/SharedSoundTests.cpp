// One long file whose samples several jobs read: how often they are read, and its statistics.
#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Engine/Batch/Statistics/SoundTally.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Storage/FaultStorage.h"

#include <cstring>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kRate = 16000;
constexpr std::size_t kHeaderBytes = 44;

/** Counts the bytes that are read from one file. */
class CountingStorage final : public ForwardingStorage
{
public:
    CountingStorage (Storage& storage, std::string path)
        : ForwardingStorage (storage), path_ (std::move (path))
    {
    }

    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
    {
        auto file = ForwardingStorage::openForReading (path);
        if (! file || path != path_)
            return file;
        return std::unique_ptr<ReadableFile> (new Counted (*std::move (file), numBytes));
    }

    std::atomic<std::int64_t> numBytes {0};

private:
    class Counted final : public ReadableFile
    {
    public:
        Counted (std::unique_ptr<ReadableFile> file, std::atomic<std::int64_t>& numBytes)
            : file_ (std::move (file)), numBytes_ (numBytes)
        {
        }
        FileInfo info () const override { return file_->info (); }
        Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
        {
            auto read = file_->readAt (to, bytes, offset);
            if (read)
                numBytes_ += static_cast<std::int64_t> (*read);
            return read;
        }

    private:
        std::unique_ptr<ReadableFile> file_;
        std::atomic<std::int64_t>& numBytes_;
    };

    std::string path_;
};

/** A chirp with 3,000 clipped samples, and a second of silence. */
std::string longWav (std::int64_t seconds, int numChannels = 1)
{
    std::string wav = chirpWav (kRate, seconds * kRate + 777, 18, numChannels);
    const auto put = [&] (std::int64_t first, std::int64_t count, std::int16_t value)
    {
        for (std::int64_t i = first * numChannels; i < (first + count) * numChannels; ++i)
            std::memcpy (wav.data () + kHeaderBytes + 2 * static_cast<std::size_t> (i), &value, 2);
    };
    for (int run = 0; run < 1000; ++run)
        put (run * seconds * kRate / 1000, 3, 32767);
    put (seconds * kRate / 2, kRate, 0);
    return wav;
}

/** All samples in one go. */
SoundRecord recordOfWav (const std::string& wav, int numChannels = 1)
{
    SoundTally tally ({kRate, numChannels, SampleFormat::int16});
    tally.add (wav.data () + kHeaderBytes, 0,
               static_cast<std::int64_t> (wav.size () - kHeaderBytes) / 2 / numChannels);
    return tally.record ();
}

std::optional<SoundRecord> soundOf (const MemoryStorage& storage)
{
    const auto statistics = parseStatistics (storage.bytesOf ("out/statistics.bin"));
    REQUIRE (statistics);
    REQUIRE (statistics->files.size () == 1);
    return statistics->files[0].sound.value ();
}
} // namespace

TEST_CASE ("a long file is read for its checksum and for its rows, and not for its statistics",
           "[batch][statistics]")
{
    // the maximum of a whole signal takes a pass of its own
    const auto [name, numPasses] = GENERATE (table<std::string, int> (
        {{"torchaudio", 1}, {"kaldi-fbank", 1}, {"leak-fine", 1}, {"whisper-openai-80", 2}}));
    const std::string preset = name;
    const int numReadings = 1 + numPasses;
    const int numChannels = GENERATE (1, 2);
    const std::string wav = longWav (150, numChannels);
    const SoundRecord expected = recordOfWav (wav, numChannels);
    CHECK (expected.numClipped >= 3 * 990 * numChannels);
    for (const int numThreads : {1, 2, 5})
    {
        INFO (preset << ", " << numChannels << " channels, " << numThreads << " threads");
        MemoryStorage memory;
        memory.addFile ("in/long.wav", wav);
        CountingStorage storage (memory, "in/long.wav");
        const auto outcome = runWith (batchOptions ("in", "out", preset), {numThreads, &storage});
        REQUIRE (failureOf (outcome) == "");
        CHECK (soundOf (memory) == expected);
        const double times =
            static_cast<double> (storage.numBytes) / static_cast<double> (wav.size ());
        CHECK (times >= numReadings);
        CHECK (times < numReadings + 0.15); // windows overlap, and each job reads the header
    }
}

TEST_CASE ("a long file whose run dies at any call that changes files has the statistics of an "
           "undisturbed one",
           "[batch][statistics][faults][resume]")
{
    const std::string wav = longWav (20);
    BatchOptions options = batchOptions ("in", "out", "torchaudio");
    options.commit.bytes = 1; // every chunk asks for a commit
    options.commit.interval = std::chrono::hours (1);
    const int numThreads = GENERATE (1, 3);
    std::string expected;
    {
        MemoryStorage storage;
        storage.addFile ("in/long.wav", wav);
        REQUIRE (failureOf (runWith (options, {1, &storage})) == "");
        CHECK (soundOf (storage) == recordOfWav (wav));
        expected = storage.bytesOf ("out/statistics.bin");
    }
    bool keptSome = false;
    int call = 0;
    for (bool wasMet = true; wasMet;)
    {
        MemoryStorage storage;
        storage.addFile ("in/long.wav", wav);
        FaultStorage faulty (storage, StorageFault::processEnds, ++call);
        INFO ("call " << call);
        (void)runWith (options, {numThreads, &faulty});
        wasMet = faulty.hasFailed ();
        const auto again = runWith (options, {numThreads, &storage});
        REQUIRE (failureOf (again) == "");
        keptSome = keptSome || (again->numRowsKept > 0 && again->numRowsKept < again->numRows);
        CHECK (storage.bytesOf ("out/statistics.bin") == expected);
        REQUIRE (call < 1000);
    }
    CHECK (keptSome);
}
