#include "Engine/Live/StartingDevice.h"

#include "Engine/Core/Guarded.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace melstrom
{

namespace
{
/** One thread: rows of a signal that is still going on are few, and come from a worker of their own. */
BackendStart cpuStart ()
{
    BackendStart start;
    start.name = "cpu";
    start.make = [] { return makeCpuBackend (1); };
    start.waitsForUse = true;
    return start;
}

template <typename Value>
std::shared_future<Value> known (Value value)
{
    std::promise<Value> promise;
    promise.set_value (std::move (value));
    return promise.get_future ();
}
} // namespace

StartingDevice::StartingDevice () : name_ ("cpu"), cpu_ (cpuStart ()), outcome_ (known (Outcome {}))
{
}

StartingDevice::StartingDevice (std::string name, Open open)
    : name_ (std::move (name)), cpu_ (cpuStart ()), outcome_ (start (name_, std::move (open)))
{
}

StartingDevice::Outcome StartingDevice::insteadOf (const std::string& name,
                                                   const std::string& reason)
{
    return {nullptr, "cpu computes instead of " + name + ": " + reason};
}

std::shared_future<StartingDevice::Outcome> StartingDevice::start (const std::string& name,
                                                                   Open open)
{
    const auto bringUp = [name, open = std::move (open)]
    {
        auto gpu = guarded (open);
        return gpu ? Outcome {*std::move (gpu), {}} : insteadOf (name, gpu.error ().message);
    };
    try
    {
        return std::async (std::launch::async, bringUp);
    }
    catch (const std::system_error&)
    {
        return known (insteadOf (name, "no thread can be started to bring it up"));
    }
}

LiveDevice::State StartingDevice::state () const
{
    if (outcome_.wait_for (std::chrono::seconds (0)) != std::future_status::ready)
        return State::starting;
    return outcome_.get ().gpu != nullptr ? State::gpu : State::cpu;
}

LiveDevice::State StartingDevice::waitUntilKnown (double mostSeconds)
{
    outcome_.wait_for (std::chrono::duration<double> (mostSeconds));
    return state ();
}

std::string StartingDevice::name () const
{
    return state () == State::cpu ? "cpu" : name_;
}

std::string StartingDevice::deviceName () const
{
    switch (state ())
    {
        case State::gpu: return outcome_.get ().gpu->melBackend ().deviceName ();
        case State::cpu: return cpuDeviceName ();
        case State::starting: break;
    }
    return name_;
}

std::string StartingDevice::notice () const
{
    return state () == State::starting ? std::string () : outcome_.get ().notice;
}

Backend& StartingDevice::melBackend ()
{
    const auto& gpu = outcome_.get ().gpu;
    return gpu != nullptr ? gpu->melBackend () : cpu_;
}

Result<std::unique_ptr<VoiceRenderer>> StartingDevice::makeGpuVoices (const VoiceCapacity& capacity)
{
    const auto& outcome = outcome_.get ();
    if (outcome.gpu != nullptr)
        return outcome.gpu->makeVoices (capacity);
    return Error {ErrorCode::deviceUnavailable,
                  outcome.notice.empty () ? "no GPU was asked for" : outcome.notice,
                  {}};
}

} // namespace melstrom
