#include "Engine/Backend/Gpu/Mel/SlotTimes.h"

namespace melstrom::gpu
{

namespace
{
constexpr std::array<const char*, SlotTimes::kNumSteps> kTracks {"GPU copy in", "GPU compute",
                                                                 "GPU copy out"};
} // namespace

Result<void> SlotTimes::prepare ()
{
    if (device_.observer () == nullptr)
        return {};
    for (Event& start : starts_)
        MELSTROM_TRY (take (start, device_, device_->createEvent ()));
    return clock_.prepare ();
}

Result<void> SlotTimes::begin (DeviceStep step, StreamHandle stream)
{
    if (! clock_.isPrepared ())
        return {};
    MELSTROM_TRY (clock_.start (stream));
    hasStarted_ = step == DeviceStep::copyOut; // the last step of a batch
    return device_->record (starts_[static_cast<std::size_t> (step)].get (), stream);
}

void SlotTimes::report (const std::array<EventHandle, kNumSteps>& ends,
                        const std::array<std::int64_t, kNumSteps>& bytes)
{
    WorkObserver* const observer = device_.observer ();
    if (observer == nullptr || ! hasStarted_)
        return;
    hasStarted_ = false;
    std::array<DeviceClock::Range, kNumSteps> ranges {};
    for (std::size_t step = 0; step < kNumSteps; ++step)
    {
        const auto range = clock_.rangeOf (starts_[step].get (), ends[step]);
        if (! range)
            return;
        ranges[step] = *range;
    }
    clock_.sawEnd (ranges.back ().end);
    for (std::size_t step = 0; step < kNumSteps; ++step)
        observer->worked ({static_cast<DeviceStep> (step), kTracks[step],
                           clock_.at (ranges[step].start), clock_.at (ranges[step].end),
                           bytes[step]});
}

} // namespace melstrom::gpu
