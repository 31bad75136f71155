// Times of a device's events on the host's clock.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"

#include <algorithm>
#include <chrono>

namespace melstrom::gpu
{

/** Counts from an event of the device. Its place on the host's clock is the earliest that any seen
    end allows: it is late by the shortest time between the end of work and the look that saw it.
    Thread: one that holds the device's mutex. */
class DeviceClock
{
public:
    using HostTime = std::chrono::steady_clock::time_point;
    struct Range
    {
        double start = 0, end = 0; ///< seconds since the clock's event
    };

    explicit DeviceClock (SharedDevice& device) : device_ (device) {}

    /** Fails: outOfMemory, deviceLost. */
    Result<void> prepare () { return take (origin_, device_, device_->createEvent ()); }
    bool isPrepared () const noexcept { return static_cast<bool> (origin_); }
    void release () noexcept { origin_ = {}; }
    /** Starts the clock at its first call. Fails: deviceLost. */
    Result<void> start (StreamHandle stream)
    {
        if (hasStarted_)
            return {};
        MELSTROM_TRY (device_->record (origin_.get (), stream));
        hasStarted_ = true;
        return {};
    }

    /** Of two events whose work is done. Fails: deviceLost. */
    Result<Range> rangeOf (EventHandle start, EventHandle end)
    {
        MELSTROM_TRY_VALUE (const double began,
                            device_.noted (device_->secondsBetween (origin_.get (), start)));
        MELSTROM_TRY_VALUE (const double length,
                            device_.noted (device_->secondsBetween (start, end)));
        return Range {began, began + length};
    }
    /** Work that ended at `seconds` has been seen to be done. */
    void sawEnd (double seconds)
    {
        originTime_ =
            std::min (originTime_, std::chrono::steady_clock::now () - durationOf (seconds));
    }
    HostTime at (double seconds) const { return originTime_ + durationOf (seconds); }

private:
    static std::chrono::steady_clock::duration durationOf (double seconds)
    {
        return std::chrono::duration_cast<std::chrono::steady_clock::duration> (
            std::chrono::duration<double> (seconds));
    }

    SharedDevice& device_;
    Event origin_;
    bool hasStarted_ = false;
    HostTime originTime_ = HostTime::max ();
};

} // namespace melstrom::gpu
