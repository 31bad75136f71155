// Preloaded into a program: counts the system calls that change files, and kills the program at a
// chosen call.
//
//     MELSTROM_SHIM_KILL_AT   kill -9 in place of this call, counted from 1 over all threads
//     MELSTROM_SHIM_TORN      any value: a killed write has written its first half
//     MELSTROM_SHIM_LOG       a file that gets a line before each call: the call's name and path;
//                             for renames both paths
//
// Calls go directly to the kernel. Children of the program are not affected.
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace
{
std::atomic<long> numCalls {0};
long killAt = LONG_MAX;
bool isTorn = false;
int logDescriptor = -1;

__attribute__ ((constructor)) void readEnvironment ()
{
    if (const char* const number = std::getenv ("MELSTROM_SHIM_KILL_AT"))
        killAt = std::atol (number);
    isTorn = std::getenv ("MELSTROM_SHIM_TORN") != nullptr;
    if (const char* const path = std::getenv ("MELSTROM_SHIM_LOG"))
        logDescriptor = static_cast<int> (
            syscall (SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    unsetenv ("LD_PRELOAD");
}

[[noreturn]] void die ()
{
    for (;;)
        syscall (SYS_kill, getpid (), SIGKILL);
}

void log (const char* call, const char* path, const char* other = "")
{
    if (logDescriptor < 0)
        return;
    char line[2 * PATH_MAX + 64];
    const int length = std::snprintf (line, sizeof line, "%s\t%s\t%s\n", call, path, other);
    if (length > 0)
        syscall (SYS_write, logDescriptor, line, static_cast<std::size_t> (length));
}

/** Counts and logs the call. Returns whether the program must be killed at it. */
bool counts (const char* call, const char* path, const char* other = "")
{
    log (call, path, other);
    return ++numCalls == killAt;
}

bool counts (const char* call, int descriptor)
{
    char link[64], path[PATH_MAX] = "";
    std::snprintf (link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (const auto length = readlink (link, path, sizeof path - 1); length > 0)
        path[length] = '\0';
    return counts (call, path);
}

void reach (bool isLast)
{
    if (isLast)
        die ();
}

int openAt (int folder, const char* path, int flags, mode_t mode)
{
    if ((flags & (O_CREAT | O_TRUNC)) != 0)
        reach (counts ("open", path));
    return static_cast<int> (syscall (SYS_openat, folder, path, flags, mode));
}
} // namespace

// Labels give the C library's names: its headers declare some of them noexcept, and some as macros.
extern "C"
{
#define SHIM(result, function, parameters)                                                         \
    __attribute__ ((visibility ("default"))) result shim_##function parameters __asm__(#function); \
    result shim_##function parameters

    SHIM (int, open, (const char* path, int flags, ...))
    {
        va_list more;
        va_start (more, flags);
        const mode_t mode = va_arg (more, mode_t);
        va_end (more);
        return openAt (AT_FDCWD, path, flags, mode);
    }
    SHIM (int, open64, (const char* path, int flags, ...))
    {
        va_list more;
        va_start (more, flags);
        const mode_t mode = va_arg (more, mode_t);
        va_end (more);
        return openAt (AT_FDCWD, path, flags, mode);
    }

    SHIM (ssize_t, pwrite, (int descriptor, const void* from, std::size_t bytes, off_t offset))
    {
        if (counts ("pwrite", descriptor))
        {
            if (isTorn)
                syscall (SYS_pwrite64, descriptor, from, bytes / 2, offset);
            die ();
        }
        return syscall (SYS_pwrite64, descriptor, from, bytes, offset);
    }
    SHIM (ssize_t, pwrite64, (int descriptor, const void* from, std::size_t bytes, off_t offset))
    {
        return shim_pwrite (descriptor, from, bytes, offset);
    }

    SHIM (int, fsync, (int descriptor))
    {
        reach (counts ("fsync", descriptor));
        return static_cast<int> (syscall (SYS_fsync, descriptor));
    }
    SHIM (int, fdatasync, (int descriptor))
    {
        reach (counts ("fdatasync", descriptor));
        return static_cast<int> (syscall (SYS_fdatasync, descriptor));
    }
    SHIM (int, ftruncate, (int descriptor, off_t bytes))
    {
        reach (counts ("ftruncate", descriptor));
        return static_cast<int> (syscall (SYS_ftruncate, descriptor, bytes));
    }
    SHIM (int, ftruncate64, (int descriptor, off_t bytes))
    {
        return shim_ftruncate (descriptor, bytes);
    }
    SHIM (int, fallocate, (int descriptor, int mode, off_t offset, off_t bytes))
    {
        reach (counts ("fallocate", descriptor));
        return static_cast<int> (syscall (SYS_fallocate, descriptor, mode, offset, bytes));
    }
    SHIM (int, fallocate64, (int descriptor, int mode, off_t offset, off_t bytes))
    {
        return shim_fallocate (descriptor, mode, offset, bytes);
    }

    SHIM (int, rename, (const char* from, const char* to))
    {
        reach (counts ("rename", from, to));
        return static_cast<int> (syscall (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
    }
    SHIM (int, mkdir, (const char* path, mode_t mode))
    {
        reach (counts ("mkdir", path));
        return static_cast<int> (syscall (SYS_mkdirat, AT_FDCWD, path, mode));
    }
    SHIM (int, unlink, (const char* path))
    {
        reach (counts ("unlink", path));
        return static_cast<int> (syscall (SYS_unlinkat, AT_FDCWD, path, 0));
    }
    SHIM (int, rmdir, (const char* path))
    {
        reach (counts ("rmdir", path));
        return static_cast<int> (syscall (SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
    }
    SHIM (int, remove, (const char* path))
    {
        reach (counts ("unlink", path));
        const auto removed = syscall (SYS_unlinkat, AT_FDCWD, path, 0);
        if (removed == 0 || errno != EISDIR)
            return static_cast<int> (removed);
        return static_cast<int> (syscall (SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
    }
}
