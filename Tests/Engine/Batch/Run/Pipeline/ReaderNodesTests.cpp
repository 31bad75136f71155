// Readers near the devices that take work, on machines that a folder of files describes.
#include "Engine/Batch/Files/ForwardingStorage.h"
#include "Engine/Batch/Run/Pipeline/ReaderNodes.h"
#include "Engine/Core/System/Hardware.h"
#include "Engine/Core/System/MemoryNodes.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Files/FakeRoot.h"
#include "Tests/Support/Mel/ForwardingBackend.h"
#include "Tests/Support/Skip.h"

#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
using Nodes = std::vector<std::optional<int>>;
constexpr const char* kPlace = "0000:1a:00.0";
constexpr std::int64_t kFileBytes = 44 + 2 * 20'000;

DevicePart deviceOn (std::optional<int> node)
{
    DevicePart part;
    part.memoryNode = node;
    return part;
}

/** Processors of node 0 or 1. */
void writeNode (const FakeRoot& root, int node, const std::string& processors)
{
    root.write ("/sys/devices/system/node/node" + std::to_string (node) + "/cpulist",
                processors + "\n");
}

/** A processor that this thread may use. */
std::string usableProcessor (const FakeRoot& root)
{
    for (int processor = 0; processor < 1024; ++processor)
    {
        writeNode (root, 0, std::to_string (processor));
        if (usableProcessorsOfNode (0, root.path ()) == 1)
            return std::to_string (processor);
    }
    return {};
}

std::vector<std::string> linesWith (const std::string& start, const std::string& path)
{
    std::vector<std::string> lines;
    std::ifstream file (path);
    for (std::string line; std::getline (file, line);)
        if (line.starts_with (start))
            lines.push_back (line);
    return lines;
}

/** Notes how many processors the threads may use that read whole files. */
class WatchedStorage final : public ForwardingStorage
{
public:
    WatchedStorage () : ForwardingStorage (posixStorage ()) {}

    class File final : public ReadableFile
    {
    public:
        File (std::unique_ptr<ReadableFile> file, WatchedStorage& watched)
            : file_ (std::move (file)), watched_ (watched)
        {
        }
        FileInfo info () const override { return file_->info (); }
        Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
        {
            if (static_cast<std::int64_t> (bytes) == kFileBytes)
            {
                const std::lock_guard lock (watched_.mutex_);
                watched_.processors.insert (usableProcessors ());
            }
            return file_->readAt (to, bytes, offset);
        }

    private:
        std::unique_ptr<ReadableFile> file_;
        WatchedStorage& watched_;
    };

    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
    {
        auto file = ForwardingStorage::openForReading (path);
        if (! file)
            return file;
        return std::unique_ptr<ReadableFile> (std::make_unique<File> (*std::move (file), *this));
    }

    std::set<int> processors;

private:
    std::mutex mutex_;
};

class PlacedDevice final : public ForwardingBackend
{
public:
    explicit PlacedDevice (std::string root) : ForwardingBackend (2), root_ (std::move (root)) {}
    std::vector<DevicePart> devices () const override
    {
        return {deviceOn (memoryNodeOf (kPlace, root_))};
    }

private:
    const std::string root_;
};
} // namespace

TEST_CASE ("readers run near devices of one node, as many as it has processors", "[nodes]")
{
    const FakeRoot root;
    const std::string processor = usableProcessor (root);
    REQUIRE_FALSE (processor.empty ());
    writeNode (root, 0, processor);
    writeNode (root, 1, processor);
    const auto on = [&] (const std::vector<DevicePart>& devices, int numReaders)
    { return nodesOfReaders (devices, numReaders, root.path ()); };

    CHECK (on ({deviceOn (0), deviceOn (1)}, 2) == Nodes {{}, {}}); // a reader serves both
    CHECK (on ({deviceOn (0), deviceOn (0)}, 2) == Nodes {0, {}});
    CHECK (on ({deviceOn (1)}, 2) == Nodes {1, {}});
    CHECK (on ({deviceOn (2)}, 1) == Nodes {std::nullopt}); // a node without processors
    DevicePart idle = deviceOn (0);
    idle.leftOut = "one is enough";
    CHECK (on ({idle, deviceOn (1)}, 2) == Nodes {1, {}});
    CHECK (on ({idle}, 1) == Nodes {std::nullopt});
    CHECK (on ({deviceOn (0), deviceOn ({})}, 2) == Nodes {{}, {}});
    CHECK (on ({deviceOn ({})}, 1) == Nodes {std::nullopt});
}

TEST_CASE (
    "a run reads files on the processors of the device's node, and on all where there is one "
    "node",
    "[nodes][batch]")
{
    if (usableProcessors () < 2)
        return skipTest ("one processor: no thread can be bound to fewer");
    const bool hasTwoNodes = GENERATE (true, false);
    INFO (hasTwoNodes);
    const FakeRoot root;
    writeNode (root, 0, usableProcessor (root));
    root.write ("/sys/devices/system/node/has_memory", hasTwoNodes ? "0-1\n" : "0\n");
    root.write (std::string ("/sys/bus/pci/devices/") + kPlace + "/numa_node", "0\n");
    const EnvironmentVariable variable ("MELSTROM_SYSTEM_FILES", root.path ().c_str ());

    const TemporaryFolder folder;
    for (int i = 0; i < 4; ++i)
        folder.write ("in/" + std::to_string (i) + ".wav",
                      chirpWav (16000, 20'000, static_cast<unsigned> (i)));
    BatchOptions options =
        batchOptions (folder.file ("in"), folder.file ("out"), "whisper-openai-80");
    options.numReaders = 1;
    PlacedDevice device (root.path ());
    WatchedStorage storage;
    RunSettings settings;
    settings.storage = &storage;
    settings.backend = &device;
    const auto outcome = runWith (options, settings);
    INFO (failureOf (outcome));
    REQUIRE (outcome.ok ());
    CHECK (storage.processors == std::set {hasTwoNodes ? 1 : usableProcessors ()});
}

TEST_CASE (
    "a program that decodes for a reader near a device runs on all processors of the process",
    "[nodes][batch][child]")
{
    if (usableProcessors () < 2)
        return skipTest ("one processor: no thread can be bound to fewer");
    const FakeRoot root;
    writeNode (root, 0, usableProcessor (root));
    root.write ("/sys/devices/system/node/has_memory", "0-1\n");
    root.write (std::string ("/sys/bus/pci/devices/") + kPlace + "/numa_node", "0\n");
    const EnvironmentVariable variable ("MELSTROM_SYSTEM_FILES", root.path ().c_str ());

    // in place of ffmpeg: half a second of silence as Sun AU, float, 16,000 Hz
    const TemporaryFolder folder;
    const auto program = folder.write (
        "fake/ffmpeg",
        "#!/bin/sh\nPATH=/usr/bin:/bin\n"
        "case \"$*\" in *-version*) echo 'ffmpeg version fake-1 Copyright'; exit;; esac\n"
        "grep Cpus_allowed_list /proc/self/status >> " +
            folder.file ("processors") +
            "\nprintf '.snd\\000\\000\\000\\030\\377\\377\\377\\377\\000\\000\\000\\006"
            "\\000\\000\\076\\200\\000\\000\\000\\001'\nhead -c 32000 /dev/zero\n");
    std::filesystem::permissions (program, std::filesystem::perms::owner_all);
    const EnvironmentVariable path ("PATH", folder.file ("fake").c_str ());
    folder.write ("in/a.amr", "#!AMR\n" + std::string (8000, 'x'));

    BatchOptions options =
        batchOptions (folder.file ("in"), folder.file ("out"), "whisper-openai-80");
    options.numReaders = 1;
    PlacedDevice device (root.path ());
    RunSettings settings;
    settings.backend = &device;
    const auto outcome = runWith (options, settings);
    INFO (failureOf (outcome));
    REQUIRE (outcome.ok ());
    REQUIRE (outcome->numRows == 50);

    const auto ours = linesWith ("Cpus_allowed_list", "/proc/self/status");
    REQUIRE (ours.size () == 1);
    // once to count the samples, and once by the reader
    CHECK (linesWith ("Cpus_allowed_list", folder.file ("processors")) ==
           std::vector {ours[0], ours[0]});
}
