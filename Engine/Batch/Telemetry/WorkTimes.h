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
using WorkTotals = std::array<WorkTotal, kNumWorks>;

/** Time in which each queue of a device was at work. */
struct DeviceTimes
{
    std::int64_t copyInNanoseconds = 0, computeNanoseconds = 0, copyOutNanoseconds = 0;
};

/** The part of a run in which rows are made, and what its threads did then. */
struct Extraction
{
    double seconds = 0; ///< 0: there was none
    int numReaders = 0, numWriters = 0;
    WorkTotals totals {};
};

/** Sums over all threads and over the queues of each device, and the largest memory of the devices.
    Thread: any. */
class WorkTimes
{
public:
    void add (Work work, std::chrono::steady_clock::duration time, std::int64_t bytes,
              std::int64_t calls = 1) noexcept;
    WorkTotal total (Work work) const noexcept;
    WorkTotals totals () const noexcept;

    static constexpr int kMostDevices = 256;
    /** device: from 0; times of those beyond kMostDevices are lost. */
    void addOnDevice (int device, Work work, std::chrono::steady_clock::duration time) noexcept;
    DeviceTimes onDevice (int device) const noexcept;

    /** Thread: one, before others read it. */
    void noteExtraction (const Extraction& extraction) noexcept { extraction_ = extraction; }
    const Extraction& extraction () const noexcept { return extraction_; }

    /** Rows whose samples were also computed for the statistics of their signal, in a first pass. */
    void addStatisticsRows (std::int64_t numRows) noexcept { statisticsRows_ += numRows; }
    std::int64_t statisticsRows () const noexcept { return statisticsRows_; }

    void noteDeviceBytes (std::int64_t bytes) noexcept;
    std::int64_t peakDeviceBytes () const noexcept { return peakDeviceBytes_; } ///< 0: unknown

private:
    struct Sum
    {
        std::atomic<std::int64_t> nanoseconds {0}, bytes {0}, calls {0};
    };
    static constexpr std::size_t kNumQueues = 3; ///< of a device

    std::array<Sum, kNumWorks> sums_;
    std::array<std::array<std::atomic<std::int64_t>, kNumQueues>, kMostDevices> onDevices_ {};
    Extraction extraction_;
    std::atomic<std::int64_t> statisticsRows_ {0}, peakDeviceBytes_ {0};
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
