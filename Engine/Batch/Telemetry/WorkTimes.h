// Where the time of a run goes: thread-seconds, bytes and calls of each kind of work.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace melstrom
{

/** In the order of the data. */
enum class Work
{
    list,
    open,
    read,
    decode,
    resample,
    copyIn,
    compute,
    copyOut,
    write,
    sync
};
inline constexpr std::array<const char*, 10> kWorkNames {
    "list",    "open",    "read",     "decode", "resample",
    "copy in", "compute", "copy out", "write",  "sync"};
inline constexpr std::size_t kNumWorks = kWorkNames.size ();

struct WorkTotal
{
    std::int64_t nanoseconds = 0, bytes = 0, calls = 0;
};

/** Sums over all threads, and the largest memory of the device. Thread: any. */
class WorkTimes
{
public:
    void add (Work work, std::chrono::steady_clock::duration time, std::int64_t bytes,
              std::int64_t calls = 1) noexcept;
    WorkTotal total (Work work) const noexcept;

    void noteDeviceBytes (std::int64_t bytes) noexcept;
    std::int64_t peakDeviceBytes () const noexcept { return peakDeviceBytes_; } ///< 0: unknown

private:
    struct Sum
    {
        std::atomic<std::int64_t> nanoseconds {0}, bytes {0}, calls {0};
    };
    std::array<Sum, kNumWorks> sums_;
    std::atomic<std::int64_t> peakDeviceBytes_ {0};
};

/** Adds its own lifetime to a kind of work, without the lifetimes of the timers inside it on the
    same thread: each moment of a thread belongs to one kind. Costs two clock reads. */
class WorkTimer
{
public:
    /** times: null: this timer and those inside it do nothing. */
    WorkTimer (WorkTimes* times, Work work) noexcept;
    /** Adds to the times of the timer around it; without one does nothing. */
    explicit WorkTimer (Work work) noexcept;
    ~WorkTimer ();
    WorkTimer (const WorkTimer&) = delete;
    WorkTimer& operator= (const WorkTimer&) = delete;

    void addBytes (std::int64_t bytes) noexcept { bytes_ += bytes; }

private:
    using Clock = std::chrono::steady_clock;
    void begin () noexcept;

    WorkTimes* const times_;
    const Work work_;
    WorkTimer* const outer_;
    Clock::time_point since_;
    Clock::duration own_ {0};
    std::int64_t bytes_ = 0;
};

} // namespace melstrom
