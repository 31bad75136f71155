// Times of a slot's batches on the device, by events.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceClock.h"

#include <array>

namespace melstrom::gpu
{

/** Events at the start of each step, for an observer. Does nothing if no observer was there at
    `prepare`. Thread: one that holds the device's mutex. */
class SlotTimes
{
public:
    static constexpr std::size_t kNumSteps = 3;

    explicit SlotTimes (SharedDevice& device) : device_ (device), clock_ (device) {}

    /** Fails: outOfMemory, deviceLost. */
    Result<void> prepare ();
    /** Marks the start of a step on its stream. Fails: deviceLost. */
    Result<void> begin (DeviceStep step, StreamHandle stream);
    /** Tells the observer the times of a batch whose work is done. ends: the events at the end of
        each step; bytes: of each step. A failed query loses the times and no batch. */
    void report (const std::array<EventHandle, kNumSteps>& ends,
                 const std::array<std::int64_t, kNumSteps>& bytes);

private:
    SharedDevice& device_;
    DeviceClock clock_;
    bool hasStarted_ = false; ///< all steps of a batch
    std::array<Event, kNumSteps> starts_;
};

} // namespace melstrom::gpu
