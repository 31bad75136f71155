// The output of another program, read until it ends, is silent for too long, or is no longer
// wanted.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

struct SpawnedChild;

struct ChildPatience
{
    /** longest wait for its next output, or for its end */
    std::chrono::milliseconds silence {30'000};
    const std::atomic<bool>* stop = nullptr; ///< set: every wait ends within 0.1 s
};

/** How a program ended. */
struct ChildEnd
{
    int status = 0; ///< exit status; signal number + 128; -1: not known
    bool succeeded () const noexcept { return status == 0; }
};

/** The destructor kills the program, with all processes in its process group. Thread: any, one at a
    time; the program dies with the thread that called `start`. */
class ChildPipe
{
public:
    /** Starts the program at the path arguments[0] with these arguments. Its standard input is
        empty. It has no other descriptor of this process. All signals are at their defaults and
        unblocked. It has no real-time policy, the processors and memory nodes of the process, not
        those of the calling thread, and a process group of its own, so that a terminal's signals do
        not reach it.
        environment  lines of NAME=value
        fails        fileMissing, permissionDenied, outOfMemory, readFailed: it cannot be started
     */
    static Result<std::unique_ptr<ChildPipe>> start (const std::vector<std::string>& arguments,
                                                     const std::vector<std::string>& environment,
                                                     ChildPatience patience);
    ~ChildPipe ();
    ChildPipe (const ChildPipe&) = delete;

    /** Reads up to `bytes` bytes of output; fewer only at the end of the output. Fails:
        decodeFailed (silent for too long: the program is killed), interrupted, readFailed. */
    Result<std::size_t> read (void* to, std::size_t bytes);

    /** Waits for the end of the program; unread output is lost. Fails: as `read`. */
    Result<ChildEnd> finish ();

    /** The last non-empty line from standard error that was read; complete after `finish`. At most
        1 KiB. */
    std::string lastMessage () const;

private:
    ChildPipe (SpawnedChild child, ChildPatience patience);

    using Clock = std::chrono::steady_clock;

    /** Waits until there is output, the output ends, or 0.1 s have passed. Reads messages
        meanwhile. */
    void waitForOutput ();
    Result<void> checkPatience (Clock::time_point since);
    void takeMessages ();
    bool reap (int flags) noexcept; ///< true: the program has ended
    void kill () noexcept;

    std::unique_ptr<SpawnedChild> child_;
    ChildPatience patience_;
    bool hasEnded_ = false;
    ChildEnd end_;
    std::string messages_; ///< the end of its messages
};

} // namespace melstrom
