// Output files through a mapping: the same results as by pwrite, and no signal when the file shrinks.
#include "Engine/Batch/Output/FileSystem.h"
#include "Engine/Batch/Output/GuardedCopy.h"
#include "Engine/Batch/Output/MappedFile.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/ChildProcess.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Storage/MappedFiles.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::int64_t kPageBytes = 4096;

bool always (std::int64_t)
{
    return true;
}

bool canMap (const TemporaryFolder& folder)
{
    const auto system = fileSystemOf (folder.path ());
    REQUIRE (system.ok ());
    if (! system->isMappable)
        skipTest ("the folder for temporary files is no tmpfs, ext4 or xfs");
    return system->isMappable;
}

std::unique_ptr<WritableFile> newMapped (const std::string& path, MappingChoice choice = &always)
{
    auto file = posixStorage ().create (path);
    REQUIRE (file.ok ());
    return mappedFile (std::move (*file), path, std::move (choice));
}

std::string textAt (WritableFile& file, std::size_t bytes, std::int64_t offset)
{
    std::string text (bytes, '?');
    const auto got = file.readAt (text.data (), bytes, offset);
    REQUIRE (got.ok ());
    text.resize (*got);
    return text;
}

/** Pages of files that are mapped into this process, in bytes. */
std::int64_t mappedFileBytes ()
{
    std::ifstream status ("/proc/self/status");
    std::int64_t bytes = 0;
    for (std::string line; std::getline (status, line);)
        for (const std::string name : {"RssFile:", "RssShmem:"})
            if (line.rfind (name, 0) == 0)
                bytes += std::stoll (line.substr (name.size ())) << 10;
    return bytes;
}
} // namespace

TEST_CASE ("a mapped file takes writes in any order, within its size and beyond", "[storage]")
{
    const TemporaryFolder folder;
    if (! canMap (folder))
        return;
    const auto path = folder.file ("a.part");
    const auto file = newMapped (path);
    REQUIRE (file->writeAt ("before", 6, 0).ok ()); // not mapped yet
    REQUIRE (file->allocate (100'000).ok ());
    CHECK (isMapped (path));
    CHECK (*file->size () == 100'000);
    const std::string large (70'001, 'x');
    REQUIRE (file->writeAt (large.data (), large.size (), 20'003).ok ());
    REQUIRE (file->writeAt ("world", 5, 10'006).ok ());
    REQUIRE (file->writeAt ("hello ", 6, 10'000).ok ());
    REQUIRE (file->writeAt ("across", 6, 99'997).ok ()); // half of it is behind the mapping
    CHECK (textAt (*file, 6, 0) == "before");
    CHECK (textAt (*file, 11, 10'000) == "hello world");
    CHECK (textAt (*file, large.size (), 20'003) == large);
    CHECK (textAt (*file, 100, 99'997) == "across");
    REQUIRE (file->syncData ().ok ());
    REQUIRE (file->resize (10'005).ok ());
    CHECK_FALSE (isMapped (path));
    REQUIRE (file->writeAt ("end", 3, 10'005).ok ());
    CHECK (*file->size () == 10'008);
    REQUIRE (file->sync ().ok ());
    REQUIRE (file->close ().ok ());
}

TEST_CASE ("a file is mapped only if the choice agrees with its size", "[storage]")
{
    const TemporaryFolder folder;
    if (! canMap (folder))
        return;
    const auto path = folder.file ("a.part");
    const MappingChoice fromTenPages = [] (std::int64_t bytes) { return bytes >= 10 * kPageBytes; };
    auto file = newMapped (path, fromTenPages);
    REQUIRE (file->allocate (9 * kPageBytes).ok ());
    CHECK_FALSE (isMapped (path));
    REQUIRE (file->allocate (10 * kPageBytes).ok ());
    CHECK (isMapped (path));
    REQUIRE (file->close ().ok ());
    CHECK_FALSE (isMapped (path));

    auto again = posixStorage ().openForUpdate (path);
    REQUIRE (again.ok ());
    const auto existing = mappedExistingFile (std::move (*again), path, fromTenPages);
    CHECK (isMapped (path));
    CHECK (*existing->size () == 10 * kPageBytes);
}

TEST_CASE (
    "threads write blocks of a large mapped file; all bytes arrive, and none of its pages stay",
    "[storage]")
{
    const TemporaryFolder folder;
    if (! canMap (folder))
        return;
    const auto path = folder.file ("a.part");
    constexpr std::int64_t kBlockBytes = 300'007, kNumBlocks = 320;
    const auto pieceBytes =
        GENERATE (std::int64_t {300'007}, std::int64_t {16'001}); // of a call of writeAt
    const auto file = newMapped (path);
    REQUIRE (file->allocate (kNumBlocks * kBlockBytes).ok ());
    REQUIRE (isMapped (path));
    const auto blockOf = [] (std::int64_t i)
    { return std::string (kBlockBytes, static_cast<char> ('A' + i % 50)); };
    const auto isWritten = [&] (std::int64_t i)
    {
        const std::string block = blockOf (i);
        for (std::int64_t first = 0; first < kBlockBytes; first += pieceBytes)
        {
            const auto bytes = std::min (pieceBytes, kBlockBytes - first);
            if (! file->writeAt (block.data () + first, static_cast<std::size_t> (bytes),
                                 i * kBlockBytes + first))
                return false;
        }
        return true;
    };
    const std::int64_t bytesBefore = mappedFileBytes ();
    std::vector<char> areWritten (4, 0);
    {
        std::vector<std::jthread> threads;
        for (std::int64_t first = 0; first < 4; ++first)
            threads.emplace_back (
                [&, first]
                {
                    bool areGood = true;
                    for (std::int64_t i = first; i < kNumBlocks; i += 4)
                        areGood = isWritten (i) && areGood;
                    areWritten[static_cast<std::size_t> (first)] = areGood;
                });
    }
    CHECK (areWritten == std::vector<char> (4, 1));
    CHECK (bytesBefore > 0);
    CHECK (mappedFileBytes () < bytesBefore + kNumBlocks * kBlockBytes / 32);
    for (std::int64_t i = 0; i < kNumBlocks; ++i)
        REQUIRE (textAt (*file, kBlockBytes, i * kBlockBytes) == blockOf (i));
}

TEST_CASE ("a mapped file that another program truncates fails like any write", "[storage][faults]")
{
    const TemporaryFolder folder;
    if (! canMap (folder))
        return;
    const auto path = folder.file ("a.part");
    const auto file = newMapped (path);
    const std::string block (16 * kPageBytes, 'b');
    REQUIRE (file->allocate (64 * kPageBytes).ok ());
    REQUIRE (file->writeAt (block.data (), block.size (), 0).ok ());
    REQUIRE (truncate (path.c_str (), 8 * kPageBytes) == 0);
    for (const std::int64_t offset : {std::int64_t {0}, 8 * kPageBytes, 40 * kPageBytes + 5})
    {
        const auto written = file->writeAt (block.data (), block.size (), offset);
        REQUIRE_FALSE (written.ok ());
        CHECK (written.error ().code == ErrorCode::writeFailed);
        CHECK (written.error ().message.find (path) != std::string::npos);
        CHECK (written.error ().message.find ("shorter") != std::string::npos);
    }
    REQUIRE (file->writeAt (block.data (), 100, 0).ok ()); // what is left can be written
    REQUIRE (file->allocate (64 * kPageBytes).ok ());
    REQUIRE (file->writeAt (block.data (), block.size (), 48 * kPageBytes).ok ());
}

TEST_CASE ("a bus error outside of a guarded copy still ends the process", "[storage][faults]")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("a", std::string (kPageBytes, 'a'));
    const int descriptor = open (path.c_str (), O_RDWR);
    REQUIRE (descriptor >= 0);
    void* const pages =
        mmap (nullptr, 2 * kPageBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    REQUIRE (pages != MAP_FAILED);
    auto* const bytes = static_cast<volatile char*> (pages);
    CHECK (copyIntoMapping (pages, "x", 1));
    CHECK_FALSE (copyIntoMapping (const_cast<char*> (bytes) + kPageBytes, "x", 1));
    if (canFork ())
    {
        const auto touches = [&] { bytes[kPageBytes] = 'x', _exit (0); };
        CHECK (statusOfFork (touches, std::chrono::seconds (20)).value_or (1) != 0);
    }
    munmap (pages, 2 * kPageBytes);
    close (descriptor);
}
