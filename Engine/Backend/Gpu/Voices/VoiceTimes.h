// Times of a renderer's batches on the device, by events.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceClock.h"

namespace melstrom::gpu
{

/** Tells the device's observer when each launch computed, in a track of its own, "GPU voices 1". Does
    nothing without an observer. A launch is told when the next one begins, or at `release`; if it is not
    done by then, or an event fails, its time is lost and no work. Thread: one that holds the
    device's mutex. */
class VoiceTimes
{
public:
    explicit VoiceTimes (SharedDevice& device) : device_ (device), clock_ (device) {}

    /** Call before a launch on this stream. The first call allocates events. */
    void begin (StreamHandle stream);
    /** Call after the launch. bytes: of its input */
    void end (StreamHandle stream, std::int64_t bytes);
    void release () noexcept;

private:
    bool prepare ();
    void report ();

    SharedDevice& device_;
    DeviceClock clock_;
    const char* track_ = nullptr;
    Event start_, end_;
    std::int64_t bytes_ = 0;
    bool hasBegun_ = false; ///< start_ is recorded before the launch that follows
    bool hasEnded_ = false; ///< and end_ behind it; not told yet
};

} // namespace melstrom::gpu
