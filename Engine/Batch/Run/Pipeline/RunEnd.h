// The end of a run before its work is done.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <mutex>

namespace melstrom
{

/** Longest delay until a waiting stage sees that the run has been aborted. */
inline constexpr std::int64_t kAbortPollMicroseconds = 20'000;

/** The first error that concerns the whole run, and the user's stop flag. A thread that meets such
    an error calls abortWith and returns. Every wait of the other threads asks isAborted; they
    return without an error of their own. An error of one input file goes to the FileLedger instead.
    Thread: any. */
class RunEnd
{
public:
    /** stop: see BatchContext; must outlive this. */
    explicit RunEnd (const std::atomic<bool>& stop) : stop_ (stop) {}

    /** Ends the run with this error, unless another came first. */
    void abortWith (Error error)
    {
        const std::lock_guard lock (mutex_);
        if (! error_)
            error_ = std::move (error);
        isAborted_ = true;
    }

    /** Ends all waits. */
    void abort () noexcept { isAborted_ = true; }

    /** True if the run ends before its work is done. */
    bool isAborted () const noexcept
    {
        return isAborted_.load (std::memory_order_relaxed) ||
               stop_.load (std::memory_order_relaxed);
    }

    /** Fails: the first error; interrupted if the user stopped the run. */
    Result<void> result () const
    {
        const std::lock_guard lock (mutex_);
        if (error_)
            return *error_;
        if (stop_)
            return Error {ErrorCode::interrupted, "interrupted; no file has its final name", {}};
        return {};
    }

private:
    const std::atomic<bool>& stop_;
    std::atomic<bool> isAborted_ {false};
    mutable std::mutex mutex_;
    std::optional<Error> error_;
};

} // namespace melstrom
