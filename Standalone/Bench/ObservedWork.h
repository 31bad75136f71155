// Lets an observer see what a device and the live workers do.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <chrono>
#include <future>
#include <memory>
#include <utility>
#include <vector>

namespace melstrom
{

inline constexpr double kMostDeviceStart = 3; ///< seconds that a trial waits for a device

/** Waits for the device. Until this is destroyed, the device and the workers of the process tell the
    observer what they do; all instances live within this time. */
class ObservedWork
{
public:
    ObservedWork (std::shared_ptr<LiveDevice> device, WorkObserver* observer)
        : device_ (std::move (device))
    {
        device_->waitUntilKnown (kMostDeviceStart);
        if (observer == nullptr)
            return;
        waitUntilIdle ();
        workers_ = {LiveWorker::shared (LiveWorker::Purpose::voices),
                    LiveWorker::shared (LiveWorker::Purpose::background)};
        observe (observer);
    }
    ~ObservedWork () { observe (nullptr); }
    ObservedWork (const ObservedWork&) = delete;
    ObservedWork& operator= (const ObservedWork&) = delete;

    const std::shared_ptr<LiveDevice>& device () const noexcept { return device_; }

private:
    /** A device that is new to the machine is measured first, on its thread. */
    void waitUntilIdle ()
    {
        if (device_->state () != LiveDevice::State::gpu)
            return;
        constexpr std::chrono::seconds kMost {10};
        const auto reached = std::make_shared<std::promise<void>> ();
        auto isIdle = reached->get_future ();
        device_->post ([reached] (Backend&) { reached->set_value (); });
        (void)isIdle.wait_for (kMost);
    }

    void observe (WorkObserver* observer)
    {
        for (const auto& worker : workers_)
            worker->observe (observer);
        if (! workers_.empty () && device_->state () == LiveDevice::State::gpu)
            device_->melBackend ().observe (observer);
    }

    std::shared_ptr<LiveDevice> device_;
    std::vector<std::shared_ptr<LiveWorker>> workers_; ///< empty: nothing is observed
};

} // namespace melstrom
