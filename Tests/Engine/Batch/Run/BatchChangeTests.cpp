// Changes during a run: replaced inputs, lost outputs, foreign output folders; and files that can
// only be read in order.
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/ForwardingStorage.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

TEST_CASE ("an input replaced by another format between plan and read is reported",
           "[batch][faults]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (16000, 30000, 1));
    folder.write ("in/b.wav", chirpWav (16000, 30000, 2));

    /** Replaces b.wav by the same number of float samples after both headers are read. */
    class ReplacingStorage final : public ForwardingStorage
    {
    public:
        explicit ReplacingStorage (const TemporaryFolder& folder)
            : ForwardingStorage (posixStorage ()), folder_ (folder)
        {
        }
        Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
        {
            WavFields fields;
            fields.formatTag = 3;
            fields.bits = 32;
            if (! isReplaced_.exchange (true)) // at a later call the readers would already read
                folder_.write ("in/b.wav", wav (fields, std::string (30000 * 4, '\0')));
            return ForwardingStorage::create (path);
        }

    private:
        const TemporaryFolder& folder_;
        std::atomic<bool> isReplaced_ {false};
    };
    ReplacingStorage storage (folder);
    const auto outcome = runWith (
        batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio"), {2, &storage});
    REQUIRE (failureOf (outcome) == "");
    REQUIRE (outcome->failures.size () == 1);
    CHECK (outcome->failures[0].second.code == ErrorCode::fileChanged);
}

TEST_CASE ("files read in order give the same rows when long windows overlap and slabs are small",
           "[batch][invariance]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (22050, 5 * 22050, 1, 2));
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("one"), "leak-training");
    MelSpec& spec = options.preset.spec;
    spec.rateHz = 16000;
    spec.longWindowSamples = 16000;
    spec.longHopSamples = 8000;
    spec.shortWindowSamples = 3200;
    spec.shortHopSamples = 400;
    spec.window = {400};
    spec.fftSamples = 400;
    spec.hop = {160};
    spec.numBands = 128;
    spec.storedType = StoredType::float32;
    REQUIRE (failureOf (runWith (options, {1})) == "");
    const auto expected = contentsOf (folder.file ("one"));
    for (const int threads : {2, 8, 16})
    {
        options.outputFolder = folder.file ("many" + std::to_string (threads));
        const auto outcome = runWith (options, {threads});
        REQUIRE (failureOf (outcome) == "");
        CHECK (outcome->numFailed == 0);
        CHECK (contentsOf (options.outputFolder) == expected);
    }
}

TEST_CASE ("a dataset that lost a file is made again, not taken for complete", "[batch][faults]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (16000, 30000, 1));
    const BatchOptions options =
        batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    REQUIRE (failureOf (runWith (options)) == "");
    const auto whole = contentsOf (folder.file ("out"));
    const auto name = GENERATE (values<std::string> ({"features.npy", "files.csv"}));
    SECTION ("lost")
    {
        fs::remove (folder.file ("out/" + name));
    }
    SECTION ("cut")
    {
        fs::resize_file (folder.file ("out/" + name), 20);
    }
    const auto again = runWith (options);
    REQUIRE (failureOf (again) == "");
    CHECK_FALSE (again->alreadyComplete);
    CHECK (contentsOf (folder.file ("out")) == whole);
}

TEST_CASE ("somebody else's files in the output folder are not replaced", "[batch][faults]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    fs::create_directories (folder.file ("out"));
    folder.write ("in/a.wav", chirpWav (16000, 30000, 1));
    folder.write ("out/files.csv", "mine,not yours\n");
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    const auto refused = runWith (options);
    REQUIRE_FALSE (refused.ok ());
    CHECK (refused.error ().code == ErrorCode::otherPlan);
    CHECK (contentsOf (folder.file ("out")).at ("files.csv") == "mine,not yours\n");
    folder.write ("out/plan.json", "5");
    CHECK (runWith (options).error ().code == ErrorCode::otherPlan);
    fs::remove (folder.file ("out/plan.json"));
    options.overwrite = true;
    CHECK (runWith (options).error ().code == ErrorCode::otherPlan);
    CHECK (contentsOf (folder.file ("out")).at ("files.csv") == "mine,not yours\n");
}
