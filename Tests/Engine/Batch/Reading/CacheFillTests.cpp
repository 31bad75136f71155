// Cold files come into the page cache, by each interface of the system.
#include "Engine/Batch/Reading/CacheFill.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kFileBytes = 300'000; ///< several pieces
constexpr std::size_t kFilePages = (kFileBytes + 4095) / 4096;

/** More files than one round of a ring takes. */
std::vector<FileStretch> makeFiles (const TemporaryFolder& folder)
{
    std::vector<FileStretch> files;
    for (int i = 0; i < 70; ++i)
        files.push_back (
            {folder.write (std::to_string (i), std::string (kFileBytes, 'a')), 0, kFileBytes});
    return files;
}

/** Pages of the file in memory. CacheFill::isCached may itself start a read; this does not. */
std::size_t numCachedPages (const std::string& path)
{
    const int file = open (path.c_str (), O_RDONLY | O_CLOEXEC);
    REQUIRE (file >= 0);
    void* const pages = mmap (nullptr, kFileBytes, PROT_READ, MAP_SHARED, file, 0);
    close (file);
    REQUIRE (pages != MAP_FAILED);
    std::array<unsigned char, kFilePages> states {};
    REQUIRE (mincore (pages, kFileBytes, states.data ()) == 0);
    munmap (pages, kFileBytes);
    return static_cast<std::size_t> (
        std::ranges::count_if (states, [] (unsigned char state) { return (state & 1) != 0; }));
}

bool areCachedSoon (const std::vector<FileStretch>& files)
{
    const auto isWhole = [] (const FileStretch& file)
    { return numCachedPages (file.path) == kFilePages; };
    for (int tries = 0; tries < 500; ++tries)
    {
        if (std::ranges::all_of (files, isWhole))
            return true;
        std::this_thread::sleep_for (std::chrono::milliseconds (10));
    }
    return false;
}

void checkFill (CacheFill& cache)
{
    const TemporaryFolder folder;
    auto files = makeFiles (folder);
    for (const FileStretch& file : files)
        REQUIRE (dropFromCache (file.path));
    if (numCachedPages (files.front ().path) > 0)
        return skipTest ("the folder for temporary files is in memory");
    const std::vector<FileStretch> others (files.begin () + 60, files.end ());
    files.resize (60);
    auto asked = files;
    asked.insert (asked.begin () + 7, {folder.file ("missing"), 0, 1000});
    asked.push_back ({folder.path (), 0, 1000}); // a folder has no bytes to read
    cache.fill (asked);
    CHECK (areCachedSoon (files));
    for (const FileStretch& file : files)
        CHECK (cache.isCached (file));
    for (const FileStretch& file : others)
        CHECK (numCachedPages (file.path) == 0);
    // a look at a cold file starts its disk, and a fast disk may answer within the look
    const auto isCached = [&cache] (const FileStretch& file) { return cache.isCached (file); };
    CHECK_FALSE (std::ranges::all_of (others, isCached));
    CHECK (cache.isCached ({folder.file ("missing"), 0, 1000})); // its reader need not wait
}

std::string nameInUse ()
{
    const auto cache = makeCacheFill ();
    cache->fill ({});
    return cache->name ();
}

/** Forbids io_uring_setup to this process, as containers do. */
bool forbidRings ()
{
    const std::array program {
        sock_filter {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof (seccomp_data, nr)},
        sock_filter {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, __NR_io_uring_setup},
        sock_filter {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | 1}, // EPERM
        sock_filter {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
    const sock_fprog filter {static_cast<unsigned short> (program.size ()),
                             const_cast<sock_filter*> (program.data ())};
    return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
} // namespace

TEST_CASE ("reads that may not wait bring cold files into the page cache", "[reading]")
{
    const auto cache = makeDirectFill ();
    CHECK (std::string (cache->name ()) == "preadv2");
    checkFill (*cache);
}

TEST_CASE ("io_uring brings cold files into the page cache, several times over one ring",
           "[reading]")
{
    const auto cache = makeCacheFill ();
    cache->fill ({});
    if (std::string (cache->name ()) != "io_uring")
        return skipTest ("this system has no io_uring, or forbids it");
    checkFill (*cache);
    checkFill (*cache);
    CHECK (std::string (cache->name ()) == "io_uring"); // it did not fall back
}

TEST_CASE ("where io_uring is forbidden, single reads take its place", "[reading]")
{
    const pid_t child = fork ();
    REQUIRE (child >= 0);
    if (child == 0)
        _exit (! forbidRings () ? 2 : nameInUse () == "preadv2" ? 0 : 1);
    int status = -1;
    REQUIRE (waitpid (child, &status, 0) == child);
    REQUIRE (WIFEXITED (status));
    if (WEXITSTATUS (status) == 2)
        return skipTest ("this process may not filter its system calls");
    CHECK (WEXITSTATUS (status) == 0);
}
