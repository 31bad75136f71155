#include "Engine/Batch/Telemetry/WorkTimes.h"

namespace melstrom
{

namespace
{
thread_local WorkTimer* innermost = nullptr;
} // namespace

void WorkTimes::add (Work work, std::chrono::steady_clock::duration time, std::int64_t bytes,
                     std::int64_t calls) noexcept
{
    const auto relaxed = std::memory_order_relaxed;
    Sum& sum = sums_[static_cast<std::size_t> (work)];
    sum.nanoseconds.fetch_add (std::chrono::duration_cast<std::chrono::nanoseconds> (time).count (),
                               relaxed);
    sum.bytes.fetch_add (bytes, relaxed);
    sum.calls.fetch_add (calls, relaxed);
}

WorkTotal WorkTimes::total (Work work) const noexcept
{
    const Sum& sum = sums_[static_cast<std::size_t> (work)];
    return {sum.nanoseconds, sum.bytes, sum.calls};
}

WorkTotals WorkTimes::totals () const noexcept
{
    WorkTotals all;
    for (std::size_t i = 0; i < kNumWorks; ++i)
        all[i] = total (static_cast<Work> (i));
    return all;
}

void WorkTimes::addOnDevice (int device, Work work,
                             std::chrono::steady_clock::duration time) noexcept
{
    const auto queue = static_cast<std::size_t> (work) - static_cast<std::size_t> (Work::copyIn);
    if (device < 0 || device >= kMostDevices || queue >= kNumQueues)
        return;
    onDevices_[static_cast<std::size_t> (device)][queue].fetch_add (
        std::chrono::duration_cast<std::chrono::nanoseconds> (time).count (),
        std::memory_order_relaxed);
}

DeviceTimes WorkTimes::onDevice (int device) const noexcept
{
    const auto& queues = onDevices_[static_cast<std::size_t> (device)];
    return {queues[0], queues[1], queues[2]};
}

void WorkTimes::noteDeviceBytes (std::int64_t bytes) noexcept
{
    std::int64_t most = peakDeviceBytes_;
    while (bytes > most && ! peakDeviceBytes_.compare_exchange_weak (most, bytes))
    {
    }
}

WorkTimer::WorkTimer (WorkTimes* times, Work work) noexcept
    : times_ (times), work_ (work), outer_ (innermost)
{
    begin ();
}

WorkTimer::WorkTimer (Work work) noexcept
    : times_ (innermost != nullptr ? innermost->times_ : nullptr), work_ (work), outer_ (innermost)
{
    begin ();
}

void WorkTimer::begin () noexcept
{
    if (times_ == nullptr)
        return;
    since_ = Clock::now ();
    if (outer_ != nullptr)
        outer_->own_ += since_ - outer_->since_;
    innermost = this;
}

WorkTimer::~WorkTimer ()
{
    if (times_ == nullptr)
        return;
    const auto now = Clock::now ();
    own_ += now - since_;
    times_->add (work_, own_, bytes_);
    if (outer_ != nullptr)
        outer_->since_ = now;
    innermost = outer_;
}

} // namespace melstrom
