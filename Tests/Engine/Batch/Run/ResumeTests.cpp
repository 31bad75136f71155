// Runs that end at any call that changes files, and the same command afterwards.
#include "Engine/Batch/Journal/Journal.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Storage/FaultStorage.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kNumInputs = 7;

/** Inputs in memory: short files, one with a fault in its samples, one with a fault in its
    header. */
void addInputs (MemoryStorage& storage)
{
    for (int i = 0; i < kNumInputs; ++i)
        storage.addFile ("in/" + std::to_string (i) + ".wav",
                         chirpWav (16000, 9000 + 500 * i, static_cast<unsigned> (i)));
    std::string bad = chirpWav (16000, 8000, 9);
    storage.addFile ("in/header.wav", bad.substr (0, 30));
}

BatchOptions optionsFor (OutputFormat format)
{
    BatchOptions options = batchOptions ("in", "out", "torchaudio");
    options.format = format;
    options.commit.bytes = 1; // every chunk asks for a commit
    options.commit.interval = std::chrono::hours (1);
    return options;
}

const std::vector<std::string> kTables {"dataset.json", "files.csv", "errors.csv"};

std::map<std::string, std::string> datasetOf (const MemoryStorage& storage, OutputFormat format)
{
    std::map<std::string, std::string> files;
    std::vector<std::string> names = kTables;
    names.push_back (format == OutputFormat::h5 ? "features.h5" : "features.npy");
    for (const std::string& name : names)
        if (storage.exists ("out/" + name))
            files[name] = storage.bytesOf ("out/" + name);
    return files;
}

std::map<std::string, std::string> undisturbed (OutputFormat format)
{
    MemoryStorage storage;
    addInputs (storage);
    REQUIRE (failureOf (runWith (optionsFor (format), {1, &storage})) == "");
    auto files = datasetOf (storage, format);
    REQUIRE (files.size () == 4);
    return files;
}

} // namespace

TEST_CASE ("a run on several threads that dies at any call that changes files ends, given again, "
           "in the same bytes",
           "[batch][faults][resume]")
{
    const EnvironmentVariable epoch ("SOURCE_DATE_EPOCH", "1700000000");
    const auto format = GENERATE (OutputFormat::npy, OutputFormat::h5);
    const int threads = GENERATE (2, 5);
    const auto expected = undisturbed (format);
    int call = 0;
    for (bool wasMet = true; wasMet;)
    {
        MemoryStorage storage;
        addInputs (storage);
        FaultStorage faulty (storage, StorageFault::processEnds, ++call);
        INFO ("call " << call);
        (void)runWith (optionsFor (format), {threads, &faulty});
        wasMet = faulty.hasFailed ();
        CHECK (failureOf (runWith (optionsFor (format), {threads, &storage})) == "");
        CHECK (datasetOf (storage, format) == expected);
        for (const std::string name : {"out/plan.json", "out/journal.bin"})
            CHECK_FALSE (storage.exists (name));
        REQUIRE (call < 1000);
    }
    CHECK (call > 20);
}

namespace
{
/** Fails the rename of a part. */
class NoRenameStorage final : public ForwardingStorage
{
public:
    using ForwardingStorage::ForwardingStorage;
    Result<void> rename (const std::string& from, const std::string& to) override
    {
        if (from.ends_with (".part"))
            return Error {ErrorCode::diskFull, "no room to rename " + from, {}};
        return ForwardingStorage::rename (from, to);
    }
};
} // namespace

TEST_CASE (
    "rows that were committed are kept, unless they or their input are no longer what they were",
    "[batch][faults][resume]")
{
    const BatchOptions options = optionsFor (OutputFormat::npy);
    MemoryStorage storage;
    addInputs (storage);
    NoRenameStorage unable (storage);
    REQUIRE_FALSE (runWith (options, {1, &unable}).ok ());
    REQUIRE (storage.exists ("out/journal.bin"));
    SECTION ("as they were")
    {
        const auto again = runWith (options, {1, &storage});
        REQUIRE (failureOf (again) == "");
        CHECK (again->numRowsKept == again->numRows);
        CHECK (again->notes.empty ());
    }
    SECTION ("cut in another way")
    {
        BatchOptions smaller = options;
        smaller.maxMemoryBytes = 16 << 20;
        const auto again = runWith (smaller, {16, &storage});
        REQUIRE (failureOf (again) == "");
        CHECK (again->numRowsKept == again->numRows);
    }
    SECTION ("a byte of a row is another")
    {
        std::string part = storage.bytesOf ("out/features.npy.part");
        part[5000] = static_cast<char> (part[5000] ^ 1);
        storage.addFile ("out/features.npy.part", part);
        const auto again = runWith (options, {1, &storage});
        REQUIRE (failureOf (again) == "");
        CHECK (again->numRowsKept < again->numRows);
        CHECK (again->notes.size () == 1);
    }
    SECTION ("an input has other samples, and the same header")
    {
        std::string input = storage.bytesOf ("in/0.wav");
        input[1000] = static_cast<char> (input[1000] ^ 0x40);
        storage.addFile ("in/0.wav", input);
        const auto again = runWith (options, {1, &storage});
        REQUIRE (failureOf (again) == "");
        CHECK (again->numRowsKept < again->numRows);
        REQUIRE (again->notes.size () == 1);
        CHECK (again->notes[0].find ("1 input changed after the run began: its rows are") == 0);
        const auto made = datasetOf (storage, OutputFormat::npy);
        BatchOptions fresh = options;
        fresh.overwrite = true;
        REQUIRE (failureOf (runWith (fresh, {1, &storage})) == "");
        CHECK (datasetOf (storage, OutputFormat::npy) == made);
        return;
    }
    CHECK (datasetOf (storage, OutputFormat::npy) == undisturbed (OutputFormat::npy));
}

TEST_CASE ("a run may die ten times while it goes on, each time further", "[batch][faults][resume]")
{
    const auto expected = undisturbed (OutputFormat::npy);
    MemoryStorage storage;
    addInputs (storage);
    for (int call = 4; call < 40; call += 4)
    {
        FaultStorage faulty (storage, StorageFault::processEnds, call);
        (void)runWith (optionsFor (OutputFormat::npy), {2, &faulty});
        CHECK (faulty.hasFailed ());
    }
    REQUIRE (failureOf (runWith (optionsFor (OutputFormat::npy), {2, &storage})) == "");
    CHECK (datasetOf (storage, OutputFormat::npy) == expected);
}
