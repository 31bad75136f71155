#include "Tests/Support/Gpu/EmulatedDevice.h"

#include <algorithm>
#include <cstring>

namespace melstrom::testing
{

using namespace gpu;

namespace
{
constexpr std::size_t kAlignment = 256; ///< alignment of cudaMalloc
constexpr std::byte kPoison {0xa5};
} // namespace

EmulatedDevice::EmulatedDevice (const EmulationOptions& options,
                                std::shared_ptr<EmulationRecord> record)
    : options_ (options), record_ (std::move (record)), streams_ (options.runsLate, options.seed)
{
    properties_.name = options.name;
    properties_.index = options.index;
    properties_.pciBusId = options.pciBusId;
    properties_.computeMajor = 9;
    properties_.numMultiprocessors = options.numMultiprocessors;
    properties_.sharedBytesPerBlock = options.sharedBytesPerBlock;
    properties_.totalBytes = options.totalBytes;
    properties_.driverVersion = 13000;
    properties_.driverRelease = options.driverRelease;
}

EmulatedDevice::~EmulatedDevice () = default;

void EmulatedDevice::misused (const std::string& what)
{
    record_->misuse.push_back (what);
}

Result<DeviceMemoryUse> EmulatedDevice::memoryUse ()
{
    const Turn turn (*this);
    return DeviceMemoryUse {options_.totalBytes - bytesTaken (), options_.totalBytes};
}

Result<DeviceLoad> EmulatedDevice::load ()
{
    return Error {ErrorCode::deviceUnavailable, "an emulated GPU has no load", {}};
}

std::size_t EmulatedDevice::bytesTaken () const
{
    std::size_t taken = 0;
    for (const auto& [address, memory] : device_)
        taken += memory.numBytes;
    return taken;
}

EmulatedDevice::Memory EmulatedDevice::makeMemory (std::size_t bytes) const
{
    Memory memory;
    memory.bytes.assign (bytes + kAlignment, kPoison);
    const auto address = reinterpret_cast<std::uintptr_t> (memory.bytes.data ());
    memory.begin = memory.bytes.data () + (kAlignment - address % kAlignment);
    memory.numBytes = bytes;
    return memory;
}

Result<DeviceAddress> EmulatedDevice::allocate (std::size_t bytes)
{
    const Turn turn (*this);
    if (bytesTaken () + bytes > options_.totalBytes)
        return Error {ErrorCode::outOfMemory, "cudaMalloc: out of memory", {}};
    Memory memory = makeMemory (bytes);
    const auto address =
        static_cast<DeviceAddress> (reinterpret_cast<std::uintptr_t> (memory.begin));
    device_.emplace (address, std::move (memory));
    ++record_->liveObjects;
    record_->mostDeviceBytes = std::max (record_->mostDeviceBytes, bytesTaken ());
    record_->mostLiveAllocations =
        std::max (record_->mostLiveAllocations, static_cast<int> (device_.size ()));
    return address;
}

void EmulatedDevice::free (DeviceAddress address) noexcept
{
    const Turn turn (*this);
    if (device_.erase (address) == 0)
        misused ("freed device memory that is not there");
    --record_->liveObjects;
}

Result<std::byte*> EmulatedDevice::allocatePinned (std::size_t bytes)
{
    const Turn turn (*this);
    Memory memory = makeMemory (bytes);
    std::byte* const begin = memory.begin;
    pinned_.emplace (begin, std::move (memory));
    ++record_->liveObjects;
    return begin;
}

void EmulatedDevice::freePinned (std::byte* address) noexcept
{
    const Turn turn (*this);
    if (pinned_.erase (address) == 0)
        misused ("freed pinned memory that is not there");
    --record_->liveObjects;
}

Result<StreamHandle> EmulatedDevice::createStream ()
{
    const Turn turn (*this);
    const StreamHandle stream {nextHandle_++};
    streams_.add (stream);
    ++record_->liveObjects;
    return stream;
}

void EmulatedDevice::destroy (StreamHandle stream) noexcept
{
    const Turn turn (*this);
    record_->workDropped += streams_.remove (stream);
    --record_->liveObjects;
}

Result<EventHandle> EmulatedDevice::createEvent ()
{
    const Turn turn (*this);
    const EventHandle event {nextHandle_++};
    streams_.add (event);
    ++record_->liveObjects;
    return event;
}

void EmulatedDevice::destroy (EventHandle event) noexcept
{
    const Turn turn (*this);
    streams_.remove (event);
    --record_->liveObjects;
}

bool EmulatedDevice::isOnDevice (DeviceAddress address, std::size_t bytes) const
{
    auto after = device_.upper_bound (address);
    if (after == device_.begin ())
        return false;
    const auto& [begin, memory] = *--after;
    return address + bytes <= begin + memory.numBytes;
}

void EmulatedDevice::enqueue (StreamHandle stream, std::function<void ()> work)
{
    if (! streams_.has (stream))
        return misused ("work for a stream that is not there");
    if (stream == capturing_)
        captured_.push_back (std::move (work));
    else
        streams_.enqueue (stream, std::move (work));
}

Result<void> EmulatedDevice::copyIn (DeviceAddress to, const std::byte* from, std::size_t bytes,
                                     StreamHandle stream)
{
    const Turn turn (*this);
    if (! isOnDevice (to, bytes))
        misused ("a copy in of " + std::to_string (bytes) + " bytes leaves its allocation");
    else
        enqueue (stream, [=] { std::memcpy (reinterpret_cast<std::byte*> (to), from, bytes); });
    return {};
}

Result<void> EmulatedDevice::copyOut (std::byte* to, DeviceAddress from, std::size_t bytes,
                                      StreamHandle stream)
{
    const Turn turn (*this);
    if (! isOnDevice (from, bytes))
        misused ("a copy out of " + std::to_string (bytes) + " bytes leaves its allocation");
    else
        enqueue (stream,
                 [=] { std::memcpy (to, reinterpret_cast<const std::byte*> (from), bytes); });
    return {};
}

Result<void> EmulatedDevice::copyWithin (DeviceAddress to, DeviceAddress from, std::size_t bytes,
                                         StreamHandle stream)
{
    const Turn turn (*this);
    if (! isOnDevice (to, bytes) || ! isOnDevice (from, bytes))
        misused ("a copy within of " + std::to_string (bytes) + " bytes leaves its allocation");
    else
        enqueue (stream,
                 [=]
                 {
                     std::memmove (reinterpret_cast<std::byte*> (to),
                                   reinterpret_cast<const std::byte*> (from), bytes);
                 });
    return {};
}

Result<void> EmulatedDevice::clear (DeviceAddress at, std::size_t bytes, StreamHandle stream)
{
    const Turn turn (*this);
    if (! isOnDevice (at, bytes))
        misused ("clearing " + std::to_string (bytes) + " bytes leaves its allocation");
    else
        enqueue (stream, [=] { std::memset (reinterpret_cast<std::byte*> (at), 0, bytes); });
    return {};
}

Result<void> EmulatedDevice::record (EventHandle event, StreamHandle stream)
{
    const Turn turn (*this);
    if (! streams_.has (event) || ! streams_.has (stream))
        misused ("recorded an event or stream that is not there");
    else
        streams_.record (event, stream);
    return {};
}

Result<void> EmulatedDevice::makeWait (StreamHandle stream, EventHandle event)
{
    const Turn turn (*this);
    if (! streams_.has (event) || ! streams_.has (stream))
        misused ("waited for an event or stream that is not there");
    else
        streams_.makeWait (stream, event);
    return {};
}

Result<bool> EmulatedDevice::isDone (EventHandle event)
{
    const Turn turn (*this);
    if (! streams_.has (event))
        misused ("asked for an event that is not there");
    return streams_.isDone (event);
}

} // namespace melstrom::testing
