// Times work on a device, by its events or by the host's clock.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace melstrom::gpu
{

/** Median; the upper one of two middle values; 0 of an empty list. */
inline double medianOf (std::vector<double> values)
{
    std::ranges::sort (values);
    return values.empty () ? 0 : values[values.size () / 2];
}

/** One stream and two events. Thread: holds the device's mutex. */
class DeviceTimer
{
public:
    /** lock: of the device's mutex, released while this waits for the device, so that other threads
        can use the device; null: the mutex is held all the time. */
    explicit DeviceTimer (SharedDevice& device, std::unique_lock<std::mutex>* lock = nullptr)
        : device_ (device), lock_ (lock)
    {
    }

    Result<void> prepare ()
    {
        MELSTROM_TRY (take (stream_, device_, device_->createStream ()));
        MELSTROM_TRY (take (start_, device_, device_->createEvent ()));
        return take (end_, device_, device_->createEvent ());
    }

    StreamHandle stream () const noexcept { return stream_.get (); }

    /** Seconds that `enqueue (stream)` keeps the stream busy. Fails: with the error of
        `enqueue`. */
    template <typename Enqueue>
    Result<double> deviceSeconds (const Enqueue& enqueue)
    {
        MELSTROM_TRY (device_.noted (device_->record (start_.get (), stream ())));
        MELSTROM_TRY (finish (enqueue));
        return device_.noted (device_->secondsBetween (start_.get (), end_.get ()));
    }

    /** Seconds from the call of `enqueue (stream)` to the end of the stream's work. */
    template <typename Enqueue>
    Result<double> hostSeconds (const Enqueue& enqueue)
    {
        const auto start = Clock::now ();
        MELSTROM_TRY (finish (enqueue));
        return std::chrono::duration<double> (Clock::now () - start).count ();
    }

    /** Releases the mutex during `work`, which calls no device. */
    template <typename Work>
    void withoutDevice (const Work& work)
    {
        struct Turn
        {
            explicit Turn (std::unique_lock<std::mutex>* given) : lock (given)
            {
                if (lock != nullptr)
                    lock->unlock ();
            }
            ~Turn ()
            {
                if (lock != nullptr)
                    lock->lock ();
            }
            std::unique_lock<std::mutex>* lock;
        };
        const Turn turn (lock_);
        work ();
    }

private:
    using Clock = std::chrono::steady_clock;

    template <typename Enqueue>
    Result<void> finish (const Enqueue& enqueue)
    {
        if (Result<void> done = enqueue (stream ()); ! done)
            return device_.noted (std::move (done));
        MELSTROM_TRY (device_.noted (device_->record (end_.get (), stream ())));
        return wait ();
    }

    /** Polls without sleeping, because a measurement may take less than a sleep. Between two polls
        the mutex is free for much longer than a poll takes. */
    Result<void> wait ()
    {
        constexpr std::chrono::seconds deadline {30};
        constexpr std::chrono::microseconds betweenLooks {10};
        const auto start = Clock::now ();
        for (;;)
        {
            MELSTROM_TRY_VALUE (const auto done, device_.noted (device_->isDone (end_.get ())));
            if (done)
                return {};
            if (Clock::now () - start > deadline)
            {
                device_.hang ();
                device_.lose ({ErrorCode::deviceLost,
                               device_->properties ().name + " did not finish a measurement in " +
                                   std::to_string (deadline.count ()) + " s",
                               {}});
                return *device_.loss ();
            }
            withoutDevice (
                [&]
                {
                    const auto next = Clock::now () + betweenLooks;
                    do
                        std::this_thread::yield ();
                    while (lock_ != nullptr && Clock::now () < next);
                });
        }
    }

    SharedDevice& device_;
    std::unique_lock<std::mutex>* lock_;
    Stream stream_;
    Event start_, end_;
};

} // namespace melstrom::gpu
