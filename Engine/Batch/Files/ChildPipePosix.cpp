#include "Engine/Batch/Files/ChildPipe.h"

#include "Engine/Batch/Files/ChildSpawnLinux.h"
#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace melstrom
{
namespace
{

constexpr int kSliceMilliseconds = 100; ///< longest delay until `stop` is seen
constexpr std::size_t kMostMessageBytes = 4096, kMostLineBytes = 1024;

/** Children that run now, each with two descriptors. Global, because descriptors belong to the
    process. */
std::atomic<int> numChildren {0};
std::mutex spawning; ///< a start needs five more descriptors for a moment

/** If a process may open few files, most descriptors are left to the threads that read and write
    files. */
int mostChildren () noexcept
{
    constexpr rlim_t leftToOthers = 24, forOne = 4;
    rlimit limit {};
    getrlimit (RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < leftToOthers + 2 * forOne)
        return 2;
    return static_cast<int> (std::min<rlim_t> ((limit.rlim_cur - leftToOthers) / forOne, 10'000));
}

/** Waits until fewer than mostChildren run. Gives up after 10 s: the thread that owns another child
    may wait for something that this thread holds. */
void takePlace (const std::atomic<bool>* stop)
{
    constexpr timespec pause {0, 5'000'000};
    constexpr int mostPauses = 2000;
    const int most = mostChildren ();
    for (int i = 0; i < mostPauses && (stop == nullptr || ! *stop); ++i)
    {
        int now = numChildren;
        while (now < most)
            if (numChildren.compare_exchange_weak (now, now + 1))
                return;
        nanosleep (&pause, nullptr);
    }
    ++numChildren;
}

bool canComeLater (int errorNumber) noexcept
{
    return errorNumber == EAGAIN || errorNumber == EINTR;
}

Error pipeFault (int errorNumber)
{
    return {ErrorCode::readFailed,
            "its output cannot be read: " + std::generic_category ().message (errorNumber),
            {}};
}

} // namespace

Result<std::unique_ptr<ChildPipe>> ChildPipe::start (const std::vector<std::string>& arguments,
                                                     const std::vector<std::string>& environment,
                                                     ChildPatience patience)
{
    takePlace (patience.stop);
    const std::lock_guard lock (spawning);
    auto child = spawnChild (arguments, environment);
    if (! child)
    {
        --numChildren;
        return child.error ();
    }
    return std::unique_ptr<ChildPipe> (new ChildPipe (std::move (*child), patience));
}

ChildPipe::ChildPipe (SpawnedChild child, ChildPatience patience)
    : child_ (std::make_unique<SpawnedChild> (std::move (child))), patience_ (patience)
{
}

ChildPipe::~ChildPipe ()
{
    if (! hasEnded_)
        kill ();
    --numChildren;
}

Result<std::size_t> ChildPipe::read (void* to, std::size_t bytes)
{
    auto* const out = static_cast<std::byte*> (to);
    std::size_t done = 0;
    for (auto since = Clock::now (); done < bytes;)
    {
        const auto got = ::read (child_->output.get (), out + done, bytes - done);
        if (got == 0)
            break;
        if (got > 0)
        {
            done += static_cast<std::size_t> (got);
            since = Clock::now ();
            continue;
        }
        if (! canComeLater (errno))
            return pipeFault (errno);
        MELSTROM_TRY (checkPatience (since));
        waitForOutput ();
    }
    takeMessages ();
    return done;
}

Result<ChildEnd> ChildPipe::finish ()
{
    constexpr timespec pause {0, 2'000'000};
    for (const auto since = Clock::now (); ! reap (WNOHANG);)
    {
        takeMessages ();
        MELSTROM_TRY (checkPatience (since));
        std::array<std::byte, 4096> unwanted; // discarded, so that the program can go on to its end
        if (::read (child_->output.get (), unwanted.data (), unwanted.size ()) > 0)
            continue;
        nanosleep (&pause, nullptr);
    }
    takeMessages ();
    return end_;
}

std::string ChildPipe::lastMessage () const
{
    const auto end = messages_.find_last_not_of (" \r\n\t");
    if (end == std::string::npos)
        return {};
    const auto before = messages_.find_last_of ("\r\n", end);
    const auto start = before == std::string::npos ? 0 : before + 1;
    return messages_.substr (start, std::min (end + 1 - start, kMostLineBytes));
}

void ChildPipe::waitForOutput ()
{
    std::array<pollfd, 2> ends {
        {{child_->output.get (), POLLIN, 0}, {child_->messages.get (), POLLIN, 0}}};
    poll (ends.data (), ends.size (), kSliceMilliseconds);
    if ((ends[1].revents & POLLIN) != 0)
        takeMessages ();
    else if (ends[1].revents != 0 && ends[0].revents == 0) // closed: with it poll would not wait
        poll (ends.data (), 1, kSliceMilliseconds);
}

Result<void> ChildPipe::checkPatience (Clock::time_point since)
{
    if (patience_.stop != nullptr && *patience_.stop)
        return Error {ErrorCode::interrupted, "interrupted while another program decoded", {}};
    if (Clock::now () - since < patience_.silence)
        return {};
    kill ();
    return Error {ErrorCode::decodeFailed,
                  "wrote no output for " +
                      shortText (std::chrono::duration<double> (patience_.silence).count ()) +
                      " s and was ended",
                  {}};
}

void ChildPipe::takeMessages ()
{
    constexpr int mostBlocks = 64; // at a time: the messages may never end
    std::array<char, 1024> block;
    for (int i = 0; i < mostBlocks; ++i)
    {
        const auto got = ::read (child_->messages.get (), block.data (), block.size ());
        if (got <= 0)
            return;
        messages_.append (block.data (), static_cast<std::size_t> (got));
        if (messages_.size () > 2 * kMostMessageBytes)
            messages_.erase (0, messages_.size () - kMostMessageBytes);
    }
}

bool ChildPipe::reap (int flags) noexcept
{
    if (hasEnded_)
        return true;
    int status = 0;
    pid_t reaped = 0;
    do
        reaped = waitpid (child_->process, &status, flags);
    while (reaped < 0 && errno == EINTR);
    if (reaped == 0)
        return false;
    constexpr int signalOffset = 128; // as a shell reports it
    hasEnded_ = true;
    // reaped < 0: other code took its status, so that its success is not known
    end_.status = reaped < 0           ? -1
                  : WIFEXITED (status) ? WEXITSTATUS (status)
                                       : signalOffset + WTERMSIG (status);
    return true;
}

void ChildPipe::kill () noexcept
{
    ::kill (-child_->process, SIGKILL);
    ::kill (child_->process, SIGKILL);
    reap (0);
}

} // namespace melstrom
