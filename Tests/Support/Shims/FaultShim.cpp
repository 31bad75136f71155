// Preloaded (LD_PRELOAD) into the program under test: makes chosen calls of the C library fail.
//
//   MELSTROM_FAULT        CALL:NTH:WHAT   NTH from 1 on, or "all"; WHAT: an errno by name (EIO,
//                         ESTALE, ENOSPC, EAGAIN, ENOMEM, EINTR, EOPNOTSUPP), "short" (half of the
//                         requested bytes) or "wait" (until the file MELSTROM_FAULT_GATE exists, a
//                         minute at most; then the usual call)
//   MELSTROM_FAULT_PATH   only calls on paths that contain this text count; not set: all
//   MELSTROM_FAULT_FILE   receives the number of counted calls, followed by "fired" if one of them
//                         failed
//
// CALL: malloc (and its relatives), pthread_create, and open, pread, pwrite, fallocate, fdatasync,
// fsync, close, rename. Of descriptors only regular files above stderr count; pwrite and close
// count only on files open for writing. Counting starts when the program sets its handler of
// SIGTERM, the first action of its main function. Counting of malloc starts with the program's
// first thread, and covers blocks of a page or more: the libraries for the command line and for
// JSON end the process if a smaller block fails.
#include "Tests/Support/Shims/FaultOrder.h"

#include <csignal>
#include <cstdarg>
#include <dlfcn.h>
#include <pthread.h>

using namespace melstrom::testing;

extern "C"
{
    void* __libc_malloc (size_t);
    void* __libc_calloc (size_t, size_t);
    void* __libc_realloc (void*, size_t);
    void* __libc_memalign (size_t, size_t);
}

namespace
{

const FaultReport report;

bool isMeant (const char* path) noexcept
{
    const char* const part = getenv ("MELSTROM_FAULT_PATH");
    return part == nullptr || strstr (path, part) != nullptr;
}

bool isMeant (int descriptor) noexcept
{
    if (getenv ("MELSTROM_FAULT_PATH") == nullptr)
        return true;
    char link[64], path[4096];
    snprintf (link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink (link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return isMeant (path);
}

bool isFile (int descriptor) noexcept
{
    struct stat status
    {
    };
    return descriptor > STDERR_FILENO && fstat (descriptor, &status) == 0 &&
           S_ISREG (status.st_mode) && isMeant (descriptor);
}

bool isWritten (int descriptor) noexcept
{
    return isFile (descriptor) && (fcntl (descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

bool isRefused (size_t bytes) noexcept
{
    constexpr size_t kLeastBytes = 4096;
    return hasThreads && bytes >= kLeastBytes && outcomeOf ("malloc") == Outcome::fails;
}

template <typename Function>
Function* next (const char* name) noexcept
{
    return reinterpret_cast<Function*> (dlsym (RTLD_NEXT, name));
}

size_t half (size_t bytes) noexcept
{
    return (bytes + 1) / 2;
}

} // namespace

extern "C"
{

    int sigaction (int signal, const struct sigaction* action, struct sigaction* old) noexcept
    {
        static const auto real = next<decltype (sigaction)> ("sigaction");
        (void)order ();
        const int status = real (signal, action, old);
        if (signal == SIGTERM && action != nullptr)
            isCounting = true;
        return status;
    }

    void* malloc (size_t bytes)
    {
        return isRefused (bytes) ? nullptr : __libc_malloc (bytes);
    }

    void* calloc (size_t count, size_t bytes)
    {
        return isRefused (count * bytes) ? nullptr : __libc_calloc (count, bytes);
    }

    void* realloc (void* block, size_t bytes)
    {
        return isRefused (bytes) ? nullptr : __libc_realloc (block, bytes);
    }

    void* aligned_alloc (size_t alignment, size_t bytes)
    {
        return isRefused (bytes) ? nullptr : __libc_memalign (alignment, bytes);
    }

    int posix_memalign (void** block, size_t alignment, size_t bytes)
    {
        if (isRefused (bytes))
            return ENOMEM;
        *block = __libc_memalign (alignment, bytes);
        return *block != nullptr ? 0 : ENOMEM;
    }

    int pthread_create (pthread_t* thread, const pthread_attr_t* attributes, void* (*run) (void*),
                        void* argument) noexcept
    {
        static const auto real = next<decltype (pthread_create)> ("pthread_create");
        hasThreads = true;
        return outcomeOf ("pthread_create") == Outcome::fails
                   ? order ().error
                   : real (thread, attributes, run, argument);
    }

    int open (const char* path, int flags, ...)
    {
        static const auto real = next<int (const char*, int, ...)> ("open");
        va_list more;
        va_start (more, flags);
        const int mode = (flags & O_CREAT) != 0 ? va_arg (more, int) : 0;
        va_end (more);
        return isMeant (path) && outcomeOf ("open") == Outcome::fails ? -1
                                                                      : real (path, flags, mode);
    }

    ssize_t pread (int file, void* to, size_t bytes, off_t offset)
    {
        static const auto real = next<decltype (pread)> ("pread");
        const auto outcome = isFile (file) ? outcomeOf ("pread") : Outcome::usual;
        if (outcome == Outcome::fails)
            return -1;
        const auto most = outcome == Outcome::isShort ? half (bytes) : bytes;
        return real (file, to, most, offset);
    }

    ssize_t pwrite (int file, const void* from, size_t bytes, off_t offset)
    {
        static const auto real = next<decltype (pwrite)> ("pwrite");
        const auto outcome = isWritten (file) ? outcomeOf ("pwrite") : Outcome::usual;
        if (outcome == Outcome::fails)
            return -1;
        const auto most = outcome == Outcome::isShort ? half (bytes) : bytes;
        return real (file, from, most, offset);
    }

    int fallocate (int file, int mode, off_t offset, off_t bytes)
    {
        static const auto real = next<decltype (fallocate)> ("fallocate");
        return isMeant (file) && outcomeOf ("fallocate") == Outcome::fails
                   ? -1
                   : real (file, mode, offset, bytes);
    }

    int fdatasync (int file)
    {
        static const auto real = next<decltype (fdatasync)> ("fdatasync");
        return isMeant (file) && outcomeOf ("fdatasync") == Outcome::fails ? -1 : real (file);
    }

    int fsync (int file)
    {
        static const auto real = next<decltype (fsync)> ("fsync");
        return isMeant (file) && outcomeOf ("fsync") == Outcome::fails ? -1 : real (file);
    }

    int close (int file)
    {
        static const auto real = next<decltype (close)> ("close");
        if (! isWritten (file) || outcomeOf ("close") != Outcome::fails)
            return real (file);
        real (file);
        errno = order ().error;
        return -1;
    }

    int rename (const char* from, const char* to) noexcept
    {
        static const auto real = next<decltype (rename)> ("rename");
        return isMeant (from) && outcomeOf ("rename") == Outcome::fails ? -1 : real (from, to);
    }
}
