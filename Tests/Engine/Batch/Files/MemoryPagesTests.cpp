// Space for files in memory, allocated by many threads.
#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Batch/Files/MemoryPagesLinux.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <string>
#include <sys/vfs.h>
#include <unistd.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::int64_t kBytes = (96 << 20) + 12345;
constexpr int kThreads = 4;
const std::string kMemoryFolder = "/dev/shm";

struct Size
{
    std::int64_t bytes = 0, heldBytes = 0;
};

Size sizeOf (const Descriptor& file)
{
    struct stat status
    {
    };
    REQUIRE (fstat (file.get (), &status) == 0);
    return {status.st_size, static_cast<std::int64_t> (status.st_blocks) * 512};
}

/** A file without a name: it is deleted with the descriptor. */
Descriptor fileIn (const std::string& folder)
{
    Descriptor file = openDescriptor (folder, O_TMPFILE | O_RDWR, 0600);
    REQUIRE (file.get () >= 0);
    return file;
}

bool hasMemoryFolder ()
{
    struct statfs system
    {
    };
    return statfs (kMemoryFolder.c_str (), &system) == 0 && system.f_type == TMPFS_MAGIC &&
           static_cast<std::int64_t> (system.f_bavail) * system.f_bsize > 2 * kBytes;
}

const std::string kNoMemoryFolder = kMemoryFolder + " is no tmpfs with room";
} // namespace

TEST_CASE ("a file in memory gets all of its pages, and they are zeros", "[storage]")
{
    if (! hasMemoryFolder ())
        return skipTest (kNoMemoryFolder);
    const Descriptor file = fileIn (kMemoryFolder);
    CHECK (bringInPages (file.get (), kBytes, kThreads));
    const Size size = sizeOf (file);
    CHECK (size.bytes == kBytes);
    CHECK (size.heldBytes >= kBytes);
    std::string last (4096, 'x');
    REQUIRE (pread (file.get (), last.data (), last.size (), kBytes - 4096) == 4096);
    CHECK (last == std::string (4096, '\0'));
}

TEST_CASE ("files that are small, on other file systems or larger than the room stay as they are",
           "[storage]")
{
    TemporaryFolder folder;
    const Descriptor elsewhere = fileIn (folder.path ());
    struct statfs system
    {
    };
    REQUIRE (fstatfs (elsewhere.get (), &system) == 0);
    if (system.f_type != TMPFS_MAGIC)
    {
        CHECK_FALSE (bringInPages (elsewhere.get (), kBytes, kThreads));
        CHECK (sizeOf (elsewhere).bytes == 0);
    }
    else
        skipPart ("the folder for temporary files is a tmpfs");
    if (! hasMemoryFolder ())
        return skipPart (kNoMemoryFolder);
    const Descriptor file = fileIn (kMemoryFolder);
    CHECK_FALSE (bringInPages (file.get (), 1 << 20, kThreads));
    CHECK_FALSE (bringInPages (file.get (), kBytes, 1));
    CHECK_FALSE (bringInPages (file.get (), std::int64_t {1} << 50, kThreads));
    CHECK (sizeOf (file).bytes == 0);
}

TEST_CASE ("what is written while pages come in stays", "[storage]")
{
    if (! hasMemoryFolder ())
        return skipTest (kNoMemoryFolder);
    const Descriptor file = fileIn (kMemoryFolder);
    const std::string written (1 << 20, 'w');
    PagesComing pages;
    REQUIRE (pages.start (file.get (), kBytes, kThreads));
    for (std::int64_t at = 0; at + (1 << 20) <= kBytes; at += 8 << 20)
        REQUIRE (pwrite (file.get (), written.data (), written.size (), at) == 1 << 20);
    CHECK_FALSE (pages.hasFallenShort ());
    CHECK (sizeOf (file).heldBytes >= kBytes);
    std::string read (1 << 20, 'x');
    for (std::int64_t at = 0; at + (1 << 20) <= kBytes; at += 8 << 20)
    {
        REQUIRE (pread (file.get (), read.data (), read.size (), at) == 1 << 20);
        REQUIRE (read == written);
    }
}
