#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Batch/Files/StoragePosix.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostHolderBytes = 256;

bool isStillNamed (int descriptor, const std::string& path) noexcept
{
    struct stat byDescriptor
    {
    }, byName {};
    return fstat (descriptor, &byDescriptor) == 0 && stat (path.c_str (), &byName) == 0 &&
           byDescriptor.st_dev == byName.st_dev && byDescriptor.st_ino == byName.st_ino;
}

class PosixLock final : public FolderLock
{
public:
    PosixLock (Descriptor descriptor, std::string path)
        : descriptor_ (std::move (descriptor)), path_ (std::move (path))
    {
    }

    // Removes the file while the lock is held. A process that opened the same file before sees,
    // once it has the lock, that the name is gone or belongs to another file.
    ~PosixLock () override
    {
        if (isInPlace ())
            std::remove (path_.c_str ());
    }

    bool isInPlace () const override { return isStillNamed (descriptor_.get (), path_); }

private:
    Descriptor descriptor_;
    std::string path_;
};

std::string hostName ()
{
    std::array<char, 256> name {};
    return gethostname (name.data (), name.size () - 1) == 0 ? name.data () : "";
}

/** Text for people. A lock without it, for example on a full disk, is as good. */
void writeHolder (int descriptor)
{
    const std::string text = "process " + std::to_string (getpid ()) + " on host " + hostName () +
                             " since " + utcText (std::time (nullptr)) + "\n";
    if (ftruncate (descriptor, 0) != 0 || write (descriptor, text.data (), text.size ()) < 0)
        return;
}

/** "12 minutes": the age of a lock that was taken at `since`. */
std::string ageText (std::time_t since)
{
    const auto seconds = static_cast<long long> (std::difftime (std::time (nullptr), since));
    constexpr long long minute = 60, hour = 60 * minute, day = 24 * hour;
    if (seconds < 2 * minute)
        return std::to_string (std::max (0LL, seconds)) + " s";
    if (seconds < 2 * hour)
        return std::to_string (seconds / minute) + " minutes";
    return seconds < 2 * day ? std::to_string (seconds / hour) + " hours"
                             : std::to_string (seconds / day) + " days";
}

/** The holder of a lock that this process could not get, from the lock's file; empty if the file
    names none. */
std::string holderText (int descriptor)
{
    std::array<char, kMostHolderBytes> bytes {};
    const auto got = pread (descriptor, bytes.data (), bytes.size (), 0);
    struct stat status
    {
    };
    if (got <= 0 || fstat (descriptor, &status) != 0)
        return {};
    std::string_view line (bytes.data (), static_cast<std::size_t> (got));
    line = line.substr (0, line.find ('\n'));
    return printable (line) + ", " + ageText (status.st_mtime) + " ago";
}

Error lockedBy (const std::string& folder, const std::string& holder)
{
    const bool isElsewhere =
        ! holder.empty () && holder.find (" on host " + hostName () + " ") == std::string::npos;
    return {
        ErrorCode::locked,
        printable (folder) + ": another process works in this folder" +
            (holder.empty () ? "" : " (" + holder + ")") + "; wait for it or choose another --out" +
            (isElsewhere ? ". If that host is down, the file server ends the lock by itself" : ""),
        {}};
}
} // namespace

Result<std::unique_ptr<FolderLock>> lockPosixFolder (const std::string& path)
{
    const auto lockPath = path + "/.lock";
    for (;;)
    {
        auto descriptor = openDescriptor (lockPath, O_RDWR | O_CREAT | O_NONBLOCK, 0666);
        if (descriptor.get () < 0)
            return writingError ("open", lockPath, errno);
        if (flock (descriptor.get (), LOCK_EX | LOCK_NB) != 0)
        {
            if (errno == EWOULDBLOCK)
                return lockedBy (path, holderText (descriptor.get ()));
            if (errno != EINTR)
                return writingError ("lock", lockPath, errno);
        }
        else if (isStillNamed (descriptor.get (), lockPath))
        {
            writeHolder (descriptor.get ());
            return std::unique_ptr<FolderLock> (
                std::make_unique<PosixLock> (std::move (descriptor), lockPath));
        }
    }
}

} // namespace melstrom
