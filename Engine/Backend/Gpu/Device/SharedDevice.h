// One GPU as a backend, its plans and its slabs share it.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Backend/Gpu/Device/CudaDevice.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace melstrom::cuda
{

/** The device, whose turn it is, and whether it is lost. Whoever calls the device holds `mutex`,
    except where CudaDevice says that any thread may call at any time, and holds it for one short
    step: to enqueue work or to look whether it is done, never to wait for it. */
class SharedDevice
{
public:
    /** Owns the device. */
    explicit SharedDevice (std::unique_ptr<CudaDevice> device)
        : owned_ (std::move (device)), device_ (*owned_)
    {
    }
    /** The device must outlive this. */
    explicit SharedDevice (CudaDevice& device) : device_ (device) {}

    CudaDevice& operator* () const noexcept { return device_; }
    CudaDevice* operator->() const noexcept { return &device_; }

    std::mutex mutex;

    /** Why nothing can be computed any more. Thread: holds the mutex. */
    const std::optional<Error>& loss () const noexcept { return loss_; }
    /** The first loss counts. Thread: holds the mutex. */
    void lose (const Error& error)
    {
        if (! loss_)
            loss_ = error;
    }
    /** Passes a result on; one that says deviceLost is remembered. Thread: holds the mutex. */
    template <typename Value>
    Result<Value> noted (Result<Value> result)
    {
        if (! result && result.error ().code == ErrorCode::deviceLost)
            lose (result.error ());
        return result;
    }

    /** A kernel that never ends: calls that wait for the device would never come back, and memory
        that it may still write must not be used again. What it holds is left to the process's
        end. */
    bool isHung () const noexcept { return isHung_; }
    void hang () noexcept { isHung_ = true; }

    WorkObserver* observer () const noexcept { return observer_; }
    void observe (WorkObserver* observer) noexcept { observer_ = observer; }

    std::size_t bytesTaken = 0; ///< of device memory, by plans. Thread: holds the mutex

    /** Ways of computing are tried and timed while this is there: one trial at a time, which may
        take seconds. It does not hold the mutex, so that other work comes in between; that work may
        be slow meanwhile, and does not count the time as its own. Thread: one that does not hold the
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
    /** Nobody wants what is being tried any more: trials end as soon as they can. Thread: any. */
    void abandonTrials () noexcept { isAbandoned_ = true; }
    bool isAbandoned () const noexcept { return isAbandoned_; } ///< thread: any

private:
    std::unique_ptr<CudaDevice> owned_;
    CudaDevice& device_;
    std::optional<Error> loss_;
    std::atomic<bool> isHung_ {false};
    std::mutex trialGate_;
    std::atomic<bool> isTrying_ {false}, isAbandoned_ {false};
    std::atomic<WorkObserver*> observer_ {nullptr};
};

} // namespace melstrom::cuda
