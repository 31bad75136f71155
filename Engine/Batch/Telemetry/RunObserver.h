// Gives what a backend reports to the trace and to the times of a run.
#pragma once

#include "Engine/Batch/Telemetry/Trace.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"

namespace melstrom
{

/** Whether a device's times count as work beside that of the threads. They do not where a thread
    that waits for the device is timed itself. */
enum class DeviceTimesCount
{
    asWork,
    apart
};

/** Thread: any thread of the backend. */
class RunObserver final : public WorkObserver
{
public:
    /** times: may be null. Both outlive this. */
    RunObserver (Trace& trace, WorkTimes* times, DeviceTimesCount counts = DeviceTimesCount::asWork)
        : trace_ (trace), times_ (times), counts_ (counts)
    {
    }

    /** For Backend::observe; null if nothing would be kept. */
    WorkObserver* ifNeeded () { return trace_.enabled () || times_ != nullptr ? this : nullptr; }

    void nameThread (const std::string& name) override { trace_.nameThread (name); }
    void record (const char* what, std::chrono::steady_clock::time_point start,
                 std::int64_t detail) override
    {
        trace_.record (what, start, detail);
    }
    void worked (const DeviceWork& work) override
    {
        trace_.worked (work);
        constexpr Work kinds[] {Work::copyIn, Work::compute, Work::copyOut};
        if (times_ == nullptr)
            return;
        const Work kind = kinds[static_cast<std::size_t> (work.step)];
        if (counts_ == DeviceTimesCount::asWork)
            times_->add (kind, work.end - work.start, work.bytes);
        times_->addOnDevice (work.device, kind, work.end - work.start);
    }

private:
    Trace& trace_;
    WorkTimes* const times_;
    const DeviceTimesCount counts_;
};

} // namespace melstrom
