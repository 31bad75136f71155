#include "Standalone/CommandLine/Terminal/StandardInput.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

namespace melstrom
{

namespace
{

// a signal restarts `read`, so the flag is checked this often
constexpr int pollMilliseconds = 200;
constexpr std::size_t bytesAtOnce = 1 << 16;
constexpr std::size_t mostBytes = std::size_t {1} << 30; // same limit as for a list in a file

Error unreadable (int problem)
{
    return {ErrorCode::badUsage,
            std::string ("standard input cannot be read: ") + std::strerror (problem) +
                "; with - as INPUT, standard input must be a list of paths",
            {}};
}

/** Replaces the consumed pipe by a file in memory. */
Result<void> putBack (const std::string& text)
{
    const int file = ::memfd_create ("melstrom-list", 0);
    bool isKept = file >= 0;
    for (std::size_t at = 0; isKept && at < text.size ();)
    {
        const auto numWritten = ::write (file, text.data () + at, text.size () - at);
        isKept = numWritten > 0 || (numWritten < 0 && errno == EINTR);
        at += numWritten > 0 ? static_cast<std::size_t> (numWritten) : 0;
    }
    isKept = isKept && ::lseek (file, 0, SEEK_SET) == 0 && ::dup2 (file, STDIN_FILENO) >= 0;
    if (file > STDIN_FILENO)
        ::close (file);
    if (isKept)
        return {};
    return Error {ErrorCode::outOfMemory, "not enough memory for the list of standard input", {}};
}

Result<std::string> readAll (const std::atomic<bool>& stop)
{
    std::string text;
    for (;;)
    {
        if (stop)
            return Error {ErrorCode::interrupted,
                          "interrupted while reading standard input; nothing was written",
                          {}};
        pollfd waiting {STDIN_FILENO, POLLIN, 0};
        const int ready = ::poll (&waiting, 1, pollMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const auto before = text.size ();
        text.resize (before + bytesAtOnce);
        const auto numRead = ::read (STDIN_FILENO, text.data () + before, bytesAtOnce);
        text.resize (before + (numRead > 0 ? static_cast<std::size_t> (numRead) : 0));
        if (numRead == 0)
            return text;
        if (numRead < 0 && errno != EINTR && errno != EAGAIN)
            return unreadable (errno);
        if (text.size () > mostBytes)
            return Error {ErrorCode::badUsage,
                          "standard input is not read as a list: it is larger than 1 GiB",
                          {}};
    }
}

} // namespace

Result<std::string> readStandardInput (const std::atomic<bool>& stop)
{
    auto text = readAll (stop);
    if (text)
        MELSTROM_TRY (putBack (*text));
    return text;
}

} // namespace melstrom
