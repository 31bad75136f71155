#include "Engine/Backend/Gpu/Mel/SlotTimes.h"

#include <algorithm>

namespace melstrom::gpu
{

namespace
{
constexpr std::array<const char*, SlotTimes::kNumSteps> kTracks {"GPU copy in", "GPU compute",
                                                                 "GPU copy out"};

std::chrono::steady_clock::duration durationOf (double seconds)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration> (
        std::chrono::duration<double> (seconds));
}
} // namespace

Result<void> SlotTimes::prepare ()
{
    if (device_.observer () == nullptr)
        return {};
    MELSTROM_TRY (take (origin_, device_, device_->createEvent ()));
    for (Event& start : starts_)
        MELSTROM_TRY (take (start, device_, device_->createEvent ()));
    isPrepared_ = true;
    return {};
}

Result<void> SlotTimes::begin (DeviceStep step, StreamHandle stream)
{
    if (! isPrepared_)
        return {};
    if (! hasOrigin_)
        MELSTROM_TRY (device_->record (origin_.get (), stream));
    hasOrigin_ = true;
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
    std::array<double, kNumSteps> starts {}, lengths {};
    for (std::size_t step = 0; step < kNumSteps; ++step)
    {
        const auto start =
            device_.noted (device_->secondsBetween (origin_.get (), starts_[step].get ()));
        const auto length =
            device_.noted (device_->secondsBetween (starts_[step].get (), ends[step]));
        if (! start || ! length)
            return;
        starts[step] = *start;
        lengths[step] = *length;
    }
    originTime_ =
        std::min (originTime_, Clock::now () - durationOf (starts.back () + lengths.back ()));
    for (std::size_t step = 0; step < kNumSteps; ++step)
    {
        const auto start = originTime_ + durationOf (starts[step]);
        observer->worked ({static_cast<DeviceStep> (step), kTracks[step], start,
                           start + durationOf (lengths[step]), bytes[step]});
    }
}

} // namespace melstrom::gpu
