// Move-only handles of device objects: memory, streams, events, graphs, transforms.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"

#include <utility>

namespace melstrom::gpu
{

/** Owns one device object. The device must outlive it. Thread: made, moved and destroyed by a
    thread that holds the device's mutex. */
template <typename Value, void (Device::*release) (Value) noexcept>
class DeviceHandle
{
public:
    DeviceHandle () = default;
    DeviceHandle (SharedDevice& device, Value value) noexcept : device_ (&device), value_ (value) {}
    DeviceHandle (DeviceHandle&& other) noexcept
        : device_ (std::exchange (other.device_, nullptr)), value_ (other.value_)
    {
    }
    DeviceHandle& operator= (DeviceHandle&& other) noexcept
    {
        std::swap (device_, other.device_);
        std::swap (value_, other.value_);
        return *this;
    }
    ~DeviceHandle ()
    {
        if (device_ != nullptr && ! device_->isHung ())
            (**device_.*release) (value_);
    }

    Value get () const noexcept { return value_; }
    explicit operator bool () const noexcept { return device_ != nullptr; }

private:
    SharedDevice* device_ = nullptr;
    Value value_ {};
};

using DeviceMemory = DeviceHandle<DeviceAddress, &Device::free>;
using PinnedMemory = DeviceHandle<std::byte*, &Device::freePinned>;
using Stream = DeviceHandle<StreamHandle, &Device::destroy>;
using Event = DeviceHandle<EventHandle, &Device::destroy>;
using Graph = DeviceHandle<GraphHandle, &Device::destroy>;
using Transform = DeviceHandle<TransformHandle, &Device::destroy>;

/** Moves the created object into `to` and releases the previous one. */
template <typename Handle, typename Value>
Result<void> take (Handle& to, SharedDevice& device, Result<Value> made)
{
    if (! device.noted (made))
        return made.error ();
    to = Handle (device, *made);
    return {};
}

} // namespace melstrom::gpu
