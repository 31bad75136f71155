#include "Engine/Live/Device/StartingDevice.h"

#include "Engine/Backend/ProcessorTime.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace melstrom
{

namespace
{
/** One thread: a live signal has few rows, and its own worker computes them. */
BackendStart cpuStart ()
{
    BackendStart start;
    start.name = "cpu";
    start.make = []
    {
        auto made = makeCpuBackend (1);
        if (made)
            (*made)->observe (&ProcessorTime::ofLiveRows ());
        return made;
    };
    start.waitsForUse = true;
    return start;
}
} // namespace

StartingDevice::StartingDevice ()
    : name_ ("cpu"), cpu_ (std::make_unique<StartingBackend> (cpuStart ()))
{
}

StartingDevice::StartingDevice (std::string name, Open open, WhenUp whenUp)
    : name_ (std::move (name)), cpu_ (std::make_unique<StartingBackend> (cpuStart ()))
{
    try
    {
        thread_ = std::make_unique<DeviceThread> ();
    }
    catch (const std::system_error&)
    {
        open = [] () -> Start::Outcome {
            return Error {ErrorCode::deviceUnavailable, "no thread could be started for it", {}};
        };
    }
    start_ = std::make_unique<Start> (Start::onRun (std::move (open)));
    if (thread_ == nullptr)
    {
        (void)start_->run ();
        return;
    }
    thread_->post (
        [start = *start_, whenUp = std::move (whenUp), stop = isEnding_.get_token ()]
        {
            if (const auto& gpu = start.run (); gpu && whenUp)
                whenUp (**gpu, stop);
        });
}

StartingDevice::~StartingDevice ()
{
    if (mark_.isForked ())
    {
        leaveToParent (start_);
        leaveToParent (cpu_);
    }
    else
    {
        isEnding_.request_stop ();
        if (GpuDevice* const up = gpu ())
            up->abandonPlans ();
    }
    thread_.reset (); // before the members that its jobs use
}

GpuDevice* StartingDevice::gpu () const
{
    const auto* const known = outcome ();
    return known != nullptr && *known ? (*known)->get () : nullptr;
}

LiveDevice::State StartingDevice::state () const
{
    if (start_ == nullptr)
        return State::cpu;
    const auto* const known = outcome ();
    if (known == nullptr)
        return State::starting;
    return *known ? State::gpu : State::cpu;
}

LiveDevice::State StartingDevice::waitUntilKnown (double mostSeconds)
{
    if (start_ != nullptr)
        (void)start_->waitFor (std::chrono::duration<double> (mostSeconds));
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
        case State::starting: return name_;
        case State::gpu: return gpu ()->melBackend ().deviceName ();
        case State::cpu: break;
    }
    return cpuDeviceName ();
}

std::string StartingDevice::notice () const
{
    const auto* const known = outcome ();
    return known != nullptr && ! *known ? fallbackNotice ("cpu", name_, known->error ())
                                        : std::string ();
}

Backend& StartingDevice::melBackend ()
{
    GpuDevice* const up = gpu ();
    return up != nullptr ? up->melBackend () : *cpu_;
}

void StartingDevice::post (MelJob job)
{
    if (thread_ == nullptr || mark_.isForked ())
        return;
    thread_->post (
        [start = *start_, job = std::move (job)]
        {
            if (const auto& gpu = start.wait ()) // known: the start was the first job
                job ((*gpu)->melBackend ());
        });
}

Result<std::unique_ptr<VoiceRenderer>> StartingDevice::makeGpuVoices (const VoiceCapacity& capacity)
{
    if (start_ == nullptr)
        return Error {ErrorCode::deviceUnavailable, "no GPU was asked for", {}};
    if (const auto& gpu = start_->wait ())
        return (*gpu)->makeVoices (capacity);
    return Error {ErrorCode::deviceUnavailable, notice (), {}};
}

} // namespace melstrom
