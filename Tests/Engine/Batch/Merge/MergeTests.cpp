// Joined shards: shared blocks on file systems that support them, and storage that fails at any
// call.
#include "Engine/Batch/Merge/Merge.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Storage/FaultStorage.h"

#include <filesystem>

namespace melstrom::testing
{

namespace
{
/** Shares blocks with a second file like a file system with reflinks: only on boundaries of 4096
    bytes. */
class SharingFile final : public ForwardingFile
{
public:
    SharingFile (std::unique_ptr<WritableFile> file, std::int64_t& numShared)
        : ForwardingFile (std::move (file)), numShared_ (numShared)
    {
    }
    Result<bool> cloneFrom (ReadableFile& from, std::int64_t fromOffset, std::int64_t bytes,
                            std::int64_t toOffset) override
    {
        if (fromOffset % 4096 != 0 || toOffset % 4096 != 0 || bytes % 4096 != 0)
            return false;
        std::vector<char> buffer (static_cast<std::size_t> (bytes));
        REQUIRE (from.readAt (buffer.data (), buffer.size (), fromOffset));
        REQUIRE (ForwardingFile::writeAt (buffer.data (), buffer.size (), toOffset));
        numShared_ += bytes;
        return true;
    }

private:
    std::int64_t& numShared_;
};

class SharingStorage final : public ForwardingStorage
{
public:
    SharingStorage () : ForwardingStorage (posixStorage ()) {}
    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        auto file = ForwardingStorage::create (path);
        if (! file)
            return file;
        return std::unique_ptr<WritableFile> (
            std::make_unique<SharingFile> (*std::move (file), numShared));
    }

    std::int64_t numShared = 0; ///< bytes
};

/** Eight files of 64 rows of 320 bytes: five blocks each. Three shards of these files, and one run
    of all files. */
struct MergeRig
{
    explicit MergeRig (std::int64_t numSamples = 10240)
    {
        for (int i = 0; i < 8; ++i)
            folder.write ("in" + std::to_string (i) + ".wav",
                          chirpWav (16000, numSamples, static_cast<unsigned> (i)));
        REQUIRE (failureOf (runWith (optionsFor ("whole"))) == "");
        for (int i = 0; i < 3; ++i)
        {
            const std::string name = "shard" + std::to_string (i);
            auto options = optionsFor (name);
            options.shard = Shard {i, 3};
            REQUIRE (failureOf (runWith (options)) == "");
            merge.shards.push_back ({folder.file (name), "../" + name});
        }
        merge.outputFolder = folder.file ("out");
    }

    BatchOptions optionsFor (const std::string& name) const
    {
        auto options = batchOptions ("", folder.file (name), "whisper-openai-80");
        options.inputs.inputs.clear ();
        for (int i = 0; i < 8; ++i)
            options.inputs.inputs.push_back (folder.file ("in" + std::to_string (i) + ".wav"));
        return options;
    }

    Result<BatchOutcome> run (Storage& storage)
    {
        BatchCounters counters;
        Trace trace (false);
        const std::atomic<bool> stop {false};
        const auto backend = makeCpuBackend (1);
        return mergeShards (merge, {storage, **backend, counters, trace, stop, 2});
    }

    TemporaryFolder folder;
    MergeOptions merge;
};
} // namespace

TEST_CASE ("rows on boundaries of blocks are shared, not written, and checked all the same",
           "[shard]")
{
    MergeRig rig;
    SharingStorage storage;
    const auto merged = rig.run (storage);
    REQUIRE (failureOf (merged) == "");
    CHECK (storage.numShared == 8 * 64 * 320);
    CHECK (merged->bytesWritten == 0);
    CHECK (contentsOf (rig.merge.outputFolder) == contentsOf (rig.folder.file ("whole")));
}

TEST_CASE ("rows off the boundaries of blocks are written", "[shard]")
{
    MergeRig rig (10400); // 65 rows
    SharingStorage storage;
    const auto merged = rig.run (storage);
    REQUIRE (failureOf (merged) == "");
    CHECK (storage.numShared > 0); // whole blocks of the first shard
    CHECK (storage.numShared < 3 * 65 * 320);
    CHECK (merged->bytesWritten >= 5 * 65 * 320);
    CHECK (contentsOf (rig.merge.outputFolder) == contentsOf (rig.folder.file ("whole")));
}

TEST_CASE ("the file system's own sharing of blocks gives the bytes or says that it cannot",
           "[shard]")
{
    const TemporaryFolder folder;
    const std::string bytes (3 * 4096, 'x');
    const auto source = posixStorage ().openForReading (folder.write ("a", bytes));
    const auto target = posixStorage ().create (folder.file ("b"));
    REQUIRE (source);
    REQUIRE (target);
    REQUIRE ((*target)->resize (3 * 4096));
    CHECK_FALSE (*(*target)->cloneFrom (**source, 1, 4096, 0));
    const auto shared = (*target)->cloneFrom (**source, 4096, 4096, 0);
    REQUIRE (shared);
    std::string read (4096, '\0');
    REQUIRE ((*target)->readAt (read.data (), read.size (), 0));
    CHECK (read == std::string (4096, *shared ? 'x' : '\0'));
}

TEST_CASE ("a merge that ends at any call that changes files begins anew", "[shard]")
{
    MergeRig rig (1600);
    const auto expected = contentsOf (rig.folder.file ("whole"));
    const auto fault =
        GENERATE (StorageFault::diskFull, StorageFault::writeFailed, StorageFault::processEnds);
    int numFailed = 0;
    for (int call = 1;; ++call)
    {
        INFO ("fault " << static_cast<int> (fault) << " at call " << call);
        rig.merge.outputFolder = rig.folder.file ("out");
        std::filesystem::remove_all (rig.merge.outputFolder);
        FaultStorage storage (posixStorage (), fault, call);
        const auto ended = rig.run (storage);
        if (! storage.hasFailed ())
        {
            CHECK (failureOf (ended) == "");
            break;
        }
        numFailed += ended ? 0 : 1;
        REQUIRE (failureOf (rig.run (posixStorage ())) == "");
        REQUIRE (contentsOf (rig.merge.outputFolder) == expected);
    }
    CHECK (numFailed > 10);
}

} // namespace melstrom::testing
