// One GPU, shared by a backend, its plans and its slabs.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Backend/Gpu/Device/Device.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace melstrom::gpu
{

/** The device, its mutex and its loss. A thread that calls the device holds `mutex`, except for
    functions that Device allows from any thread at any time. It holds the mutex for one short
    step: to enqueue work or to poll it, never to wait for it. */
class SharedDevice
{
public:
    /** Owns the device. */
    explicit SharedDevice (std::unique_ptr<Device> device)
        : owned_ (std::move (device)), device_ (*owned_)
    {
    }
    /** The device must outlive this. */
    explicit SharedDevice (Device& device) : device_ (device) {}

    Device& operator* () const noexcept { return device_; }
    Device* operator->() const noexcept { return &device_; }

    std::mutex mutex;

    /** The error that ended the device; empty: it works. Thread: holds the mutex. */
    const std::optional<Error>& loss () const noexcept { return loss_; }
    /** Only the first loss is stored. Thread: holds the mutex. */
    void lose (const Error& error)
    {
        if (! loss_)
            loss_ = error;
    }
    /** Returns `result` and stores a deviceLost error. Thread: holds the mutex. */
    template <typename Value>
    Result<Value> noted (Result<Value> result)
    {
        if (! result && result.error ().code == ErrorCode::deviceLost)
            lose (result.error ());
        return result;
    }

    /** True after a kernel that never ends. Calls that wait for the device would not return, and
        memory that the kernel may still write must not be used again. Such memory stays allocated
        until the process ends. */
    bool isHung () const noexcept { return isHung_; }
    void hang () noexcept { isHung_ = true; }

    WorkObserver* observer () const noexcept { return observer_; }
    void observe (WorkObserver* observer) noexcept { observer_ = observer; }

    std::size_t bytesTaken = 0; ///< device memory taken by plans. Thread: holds the mutex

    /** Guards a trial of variants: one trial at a time, which may take seconds. A trial does not
        hold the mutex, so that other work can run in between. That work may be slow meanwhile, and
        does not count the time of a trial against its deadline. Thread: one that does not hold the
        mutex. */
    class Trial
    {
    public:
        explicit Trial (SharedDevice& device) : device_ (device), gate_ (device.trialGate_)
        {
            device_.isTrying_ = true;
        }
        ~Trial () { device_.isTrying_ = false; }
        Trial (const Trial&) = delete;
        Trial& operator= (const Trial&) = delete;

    private:
        SharedDevice& device_;
        std::lock_guard<std::mutex> gate_;
    };
    bool isTrying () const noexcept { return isTrying_; } ///< thread: any
    /** Ends running trials as soon as possible. Thread: any. */
    void abandonTrials () noexcept { isAbandoned_ = true; }
    bool isAbandoned () const noexcept { return isAbandoned_; } ///< thread: any

private:
    std::unique_ptr<Device> owned_;
    Device& device_;
    std::optional<Error> loss_;
    std::atomic<bool> isHung_ {false};
    std::mutex trialGate_;
    std::atomic<bool> isTrying_ {false}, isAbandoned_ {false};
    std::atomic<WorkObserver*> observer_ {nullptr};
};

} // namespace melstrom::gpu
