// Exports: shards, damaged datasets, refusals, and storage that fails at any call.
#include "Engine/Batch/Export/Export.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Storage/FaultStorage.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace melstrom::testing
{

namespace fs = std::filesystem;

namespace
{
/** The files below a folder, by their paths relative to it. */
std::map<std::string, std::string> treeOf (const std::string& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator (folder))
        if (entry.is_regular_file ())
        {
            std::ifstream file (entry.path (), std::ios::binary);
            files[fs::relative (entry.path (), folder).string ()] = {
                std::istreambuf_iterator<char> (file), {}};
        }
    return files;
}

/** Six files in two folders, which are their labels. */
struct ExportRig
{
    ExportRig ()
    {
        for (int i = 0; i < 6; ++i)
        {
            const std::string label = i % 2 == 0 ? "cat" : "dog";
            fs::create_directories (folder.file ("in/" + label));
            folder.write ("in/" + label + "/" + std::to_string (i) + ".wav",
                          chirpWav (16000, 4000 + 400 * i, static_cast<unsigned> (i)));
        }
        auto batch =
            batchOptions (folder.file ("in"), folder.file ("dataset"), "whisper-openai-80");
        REQUIRE (failureOf (runWith (batch)) == "");
        options.datasetFolder = folder.file ("dataset");
        options.outputFolder = folder.file ("out");
    }

    Result<ExportOutcome> run (Storage& storage)
    {
        BatchCounters counters;
        Trace trace (false);
        const auto backend = makeCpuBackend (1);
        return exportDataset (options, {storage, **backend, counters, trace, stop, 1});
    }
    bool leftNothing () const
    {
        return ! fs::exists (options.outputFolder) && ! fs::exists (options.outputFolder + ".part");
    }

    TemporaryFolder folder;
    ExportOptions options;
    std::atomic<bool> stop {false};
};
} // namespace

TEST_CASE ("shards hold every file once, and no more than their size", "[dataset-export]")
{
    ExportRig rig;
    rig.options.format = ExportFormat::webdataset;
    rig.options.shardBytes = 40000;
    const auto outcome = rig.run (posixStorage ());
    REQUIRE (failureOf (outcome) == "");
    std::set<std::string> members;
    std::size_t numShards = 0;
    TarStorage tars (posixStorage ());
    for (const auto& [name, bytes] : treeOf (rig.options.outputFolder))
    {
        ++numShards;
        std::int64_t size = 0, numFiles = 0;
        const auto entries = tars.listFolder (rig.options.outputFolder + "/" + name);
        REQUIRE (entries);
        for (const FolderEntry& entry : *entries)
        {
            CHECK (members.insert (entry.name).second);
            const auto info = tars.info (rig.options.outputFolder + "/" + name + "/" + entry.name);
            REQUIRE (info);
            if (entry.name.ends_with (".npy"))
            {
                size += info->bytes - 4096;
                ++numFiles;
            }
        }
        CHECK ((size <= rig.options.shardBytes || numFiles == 1));
    }
    CHECK (numShards > 1);
    CHECK (numShards < 6);
    CHECK (members.size () == 18); // .cls, .json and .npy of each
}

TEST_CASE ("an export ends at any failing call without a folder of its name, or with a whole one",
           "[dataset-export]")
{
    ExportRig rig;
    rig.options.format = GENERATE (ExportFormat::kaldi, ExportFormat::webdataset,
                                   ExportFormat::parquet, ExportFormat::arrow, ExportFormat::zarr,
                                   ExportFormat::lhotse, ExportFormat::huggingface);
    const auto fault =
        GENERATE (StorageFault::diskFull, StorageFault::writeFailed, StorageFault::processEnds);
    REQUIRE (failureOf (rig.run (posixStorage ())) == "");
    const auto expected = treeOf (rig.options.outputFolder);
    int numFailed = 0;
    for (int call = 1;; ++call)
    {
        INFO ("fault " << static_cast<int> (fault) << " at call " << call);
        fs::remove_all (rig.options.outputFolder);
        fs::remove_all (rig.options.outputFolder + ".part");
        FaultStorage storage (posixStorage (), fault, call);
        const auto ended = rig.run (storage);
        if (! storage.hasFailed ())
        {
            REQUIRE (failureOf (ended) == "");
            break;
        }
        numFailed += ended ? 0 : 1;
        if (fault == StorageFault::diskFull && ! ended)
            CHECK (ended.error ().code == ErrorCode::diskFull);
        if (fs::exists (rig.options.outputFolder))
            CHECK (treeOf (rig.options.outputFolder) == expected);
        else if (fault == StorageFault::diskFull)
            CHECK (rig.leftNothing ());
    }
    CHECK (numFailed > 3);
    CHECK (treeOf (rig.options.outputFolder) == expected);
}

TEST_CASE ("a changed row ends an export with verification-failed and nothing written",
           "[dataset-export]")
{
    ExportRig rig;
    {
        std::fstream file (rig.options.datasetFolder + "/features.npy",
                           std::ios::binary | std::ios::in | std::ios::out);
        file.seekp (-1, std::ios::end);
        file.put ('\x55');
    }
    const auto ended = rig.run (posixStorage ());
    REQUIRE_FALSE (ended);
    CHECK (ended.error ().code == ErrorCode::verificationFailed);
    CHECK (rig.leftNothing ());
}

TEST_CASE ("an export into a folder with files is refused, into an empty one it is not",
           "[dataset-export]")
{
    ExportRig rig;
    fs::create_directories (rig.options.outputFolder);
    REQUIRE (failureOf (rig.run (posixStorage ())) == "");
    const auto before = treeOf (rig.options.outputFolder);
    const auto again = rig.run (posixStorage ());
    REQUIRE_FALSE (again);
    CHECK (again.error ().code == ErrorCode::badUsage);
    CHECK (treeOf (rig.options.outputFolder) == before);
}

TEST_CASE ("an interrupted export leaves nothing", "[dataset-export]")
{
    ExportRig rig;
    rig.stop = true;
    const auto ended = rig.run (posixStorage ());
    REQUIRE_FALSE (ended);
    CHECK (ended.error ().code == ErrorCode::interrupted);
    CHECK (rig.leftNothing ());
}

} // namespace melstrom::testing
