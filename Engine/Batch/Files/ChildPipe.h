// What another program prints, read until it ends, is silent for too long, or is no longer wanted.
#pragma once

#include "Engine/Batch/Files/ChildSpawn.h"

#include <atomic>
#include <chrono>

namespace melstrom
{

struct ChildPatience
{
    std::chrono::milliseconds silence {30'000}; ///< longest wait for its next output, or its end
    const std::atomic<bool>* stop = nullptr;    ///< ends every wait within 0.1 s once it is set
};

/** How a program ended. */
struct ChildEnd
{
    int status = 0; ///< its exit status; a signal's number + 128
    bool succeeded () const noexcept { return status == 0; }
};

/** Kills the program, with all that it started in its process group, when destroyed. Thread: any,
    one at a time; the program dies with the thread that called `start`. */
class ChildPipe
{
public:
    /** As spawnChild. */
    static Result<std::unique_ptr<ChildPipe>> start (const std::vector<std::string>& arguments,
                                                     const std::vector<std::string>& environment,
                                                     ChildPatience patience);
    ~ChildPipe ();
    ChildPipe (const ChildPipe&) = delete;

    /** Up to `bytes` bytes of its output; fewer only where the output ends. Fails: decodeFailed
        (silent for too long: it is killed), interrupted, readFailed. */
    Result<std::size_t> read (void* to, std::size_t bytes);

    /** Waits for its end; output that was not read is lost. Fails: as `read`. */
    Result<ChildEnd> finish ();

    /** The last line that is not empty of what it said on standard error, as far as that was read;
        complete after `finish`. At most 1 KiB of it. */
    std::string lastMessage () const;

private:
    ChildPipe (SpawnedChild child, ChildPatience patience)
        : child_ (std::move (child)), patience_ (patience)
    {
    }

    using Clock = std::chrono::steady_clock;

    /** Until there is output or its end, or 0.1 s have passed; takes messages meanwhile. */
    void waitForOutput ();
    Result<void> checkPatience (Clock::time_point since);
    void takeMessages ();
    bool reap (int flags) noexcept; ///< true: it has ended
    void kill () noexcept;

    SpawnedChild child_;
    ChildPatience patience_;
    bool hasEnded_ = false;
    ChildEnd end_;
    std::string messages_; ///< the end of them
};

} // namespace melstrom
