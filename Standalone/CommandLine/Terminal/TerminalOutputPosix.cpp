#include "Standalone/CommandLine/Terminal/TerminalOutput.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace melstrom
{

namespace
{

std::string environmentText (const char* name)
{
    const char* value = std::getenv (name);
    return value == nullptr ? "" : value;
}

} // namespace

bool TerminalOutput::isTerminal () const
{
    return isatty (descriptor_) == 1 && environmentText ("TERM") != "dumb";
}

int TerminalOutput::columns () const
{
    constexpr int usualColumns = 80, mostColumns = 1000;
    winsize size {};
    if (ioctl (descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::min<int> (size.ws_col, mostColumns);
    const int named = std::atoi (environmentText ("COLUMNS").c_str ());
    return named > 0 ? std::min (named, mostColumns) : usualColumns;
}

bool TerminalOutput::isUnicode ()
{
    for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    {
        auto locale = environmentText (name);
        if (locale.empty ())
            continue;
        for (auto& letter : locale)
            letter =
                letter >= 'A' && letter <= 'Z' ? static_cast<char> (letter - 'A' + 'a') : letter;
        return locale.find ("utf-8") != std::string::npos ||
               locale.find ("utf8") != std::string::npos;
    }
    return false;
}

bool TerminalOutput::waitForRoom (std::chrono::steady_clock::time_point until) const
{
    for (;;)
    {
        const auto left = std::chrono::ceil<std::chrono::milliseconds> (
            until - std::chrono::steady_clock::now ());
        pollfd room {descriptor_, POLLOUT, 0};
        const int ready =
            poll (&room, 1, static_cast<int> (std::max<std::int64_t> (left.count (), 0)));
        if (ready > 0)
            return true; // or an error, which `write` reports
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

bool TerminalOutput::write (std::string_view text, std::chrono::milliseconds longest)
{
    // a pipe with any room takes PIPE_BUF bytes without blocking, all or nothing
    constexpr std::size_t mostBytesAtOnce = PIPE_BUF;

    const auto now = std::chrono::steady_clock::now ();
    const auto until = isStuck_ ? now : now + longest;
    while (! text.empty () && ! isGone_)
    {
        if (! waitForRoom (until))
        {
            isStuck_ = isStuck_ || longest.count () > 0;
            return false;
        }
        isStuck_ = false;
        const auto written =
            ::write (descriptor_, text.data (), std::min (text.size (), mostBytesAtOnce));
        if (written >= 0)
            text.remove_prefix (static_cast<std::size_t> (written));
        else if (errno != EINTR && errno != EAGAIN)
            isGone_ = true;
    }
    return text.empty ();
}

void reserveStandardStreams () noexcept
{
    // open takes the lowest free number, so the numbers below are in use
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl (stream, F_GETFD) < 0 && errno == EBADF)
            open ("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool isReaderOfOutputGone ()
{
    pollfd output {STDOUT_FILENO, POLLOUT, 0};
    return poll (&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

} // namespace melstrom
