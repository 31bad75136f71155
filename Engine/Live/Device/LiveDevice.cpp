#include "Engine/Live/Device/LiveDevice.h"

#include "Engine/Core/System/ForkCount.h"
#include "Engine/Live/Device/StartingDevice.h"
#include "Engine/Live/Device/VoiceEngine.h"

#include <mutex>
#include <utility>
#include <vector>

namespace melstrom
{

namespace
{
/** Devices with at least one owner. A lost device stays lost while it has an owner: the process's
    GPU context has ended, and a new one needs the release of all owners. */
struct OpenDevices
{
    std::mutex mutex;
    std::vector<std::pair<BackendChoice, std::weak_ptr<LiveDevice>>> devices;

    /** The mutex must be held. */
    void forgetExpired ()
    {
        std::erase_if (devices, [] (const auto& device) { return device.second.expired (); });
        if (devices.empty ())
            decltype (devices) ().swap (
                devices); // frees the memory, so that unloading this code leaks nothing
    }
};

/** Normalises a choice to the fields that select the device, so that all choices of one GPU share
    it. */
BackendChoice meantBy (const BackendChoice& choice)
{
    BackendChoice meant;
    meant.kind = BackendChoice::Kind::cpu;
    if (choice.kind == BackendChoice::Kind::cpu ||
        (choice.kind == BackendChoice::Kind::automatic && ! hasGpuModule ()))
        return meant;
    meant = choice;
    meant.kind = BackendChoice::Kind::gpu;
    meant.numThreads.reset ();
    return meant;
}

std::shared_ptr<LiveDevice> start (const BackendChoice& meant)
{
    if (meant.kind == BackendChoice::Kind::cpu)
        return std::make_shared<StartingDevice> ();
    return std::make_shared<StartingDevice> (
        gpuName (meant.deviceIndex), [meant] { return openGpu (meant); }, measureOnce);
}
} // namespace

std::shared_ptr<LiveDevice> LiveDevice::shared (const BackendChoice& choice)
{
    const BackendChoice meant = meantBy (choice);
    std::shared_ptr<LiveDevice> made; // destroyed without the lock
    auto& open = registryOfProcess<OpenDevices> ();
    const std::lock_guard lock (open.mutex);
    open.forgetExpired ();
    for (const auto& [of, device] : open.devices)
        if (of == meant)
            if (auto shared = device.lock ())
                return shared;
    made = start (meant);
    open.devices.emplace_back (meant, made);
    return made;
}

LiveDevice::~LiveDevice ()
{
    auto& open = registryOfProcess<OpenDevices> ();
    const std::lock_guard lock (open.mutex);
    open.forgetExpired ();
}

} // namespace melstrom
