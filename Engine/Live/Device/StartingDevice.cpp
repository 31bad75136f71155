#include "Engine/Live/Device/StartingDevice.h"

#include "Engine/Core/Guarded.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
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
    start.make = [] { return makeCpuBackend (1); };
    start.waitsForUse = true;
    return start;
}
} // namespace

/** Outcome of the start, written once. */
struct StartingDevice::Start
{
    /** null: not known yet. */
    const Outcome* outcome () const
    {
        const std::lock_guard lock (mutex);
        return known ? &*known : nullptr;
    }
    const Outcome* waitFor (std::chrono::duration<double> most) const
    {
        std::unique_lock lock (mutex);
        isKnown.wait_for (lock, most, [this] { return known.has_value (); });
        return known ? &*known : nullptr;
    }
    const Outcome& wait () const
    {
        std::unique_lock lock (mutex);
        isKnown.wait (lock, [this] { return known.has_value (); });
        return *known;
    }
    void end (Outcome outcome)
    {
        const std::lock_guard lock (mutex);
        known = std::move (outcome);
        isKnown.notify_all ();
    }

    mutable std::mutex mutex;
    mutable std::condition_variable isKnown;
    std::optional<Outcome> known; ///< under the mutex until it is set
};

StartingDevice::StartingDevice ()
    : name_ ("cpu"), start_ (std::make_shared<Start> ()),
      cpu_ (std::make_unique<StartingBackend> (cpuStart ()))
{
    start_->end ({});
}

StartingDevice::StartingDevice (std::string name, Open open, WhenUp whenUp)
    : name_ (std::move (name)), start_ (std::make_shared<Start> ()),
      cpu_ (std::make_unique<StartingBackend> (cpuStart ()))
{
    try
    {
        thread_ = std::make_unique<DeviceThread> ();
    }
    catch (const std::system_error&)
    {
        start_->end (insteadOf (name_, "no thread could be started for it"));
        return;
    }
    thread_->post (
        [start = start_, name = name_, open = std::move (open), whenUp = std::move (whenUp),
         stop = isEnding_.get_token ()]
        {
            auto gpu = guarded (open);
            start->end (gpu ? Outcome {*std::move (gpu), {}}
                            : insteadOf (name, gpu.error ().message));
            if (const Outcome* const outcome = start->outcome (); outcome->gpu != nullptr && whenUp)
                whenUp (*outcome->gpu, stop);
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
        if (const Outcome* const outcome = start_->outcome (); outcome && outcome->gpu)
            outcome->gpu->abandonPlans ();
    }
    thread_.reset (); // before the members that its jobs use
}

StartingDevice::Outcome StartingDevice::insteadOf (const std::string& name,
                                                   const std::string& reason)
{
    return {nullptr, "cpu computes instead of " + name + ": " + reason};
}

LiveDevice::State StartingDevice::state () const
{
    const Outcome* const outcome = start_->outcome ();
    if (outcome == nullptr)
        return State::starting;
    return outcome->gpu != nullptr ? State::gpu : State::cpu;
}

LiveDevice::State StartingDevice::waitUntilKnown (double mostSeconds)
{
    start_->waitFor (std::chrono::duration<double> (mostSeconds));
    return state ();
}

std::string StartingDevice::name () const
{
    return state () == State::cpu ? "cpu" : name_;
}

std::string StartingDevice::deviceName () const
{
    const Outcome* const outcome = start_->outcome ();
    if (outcome == nullptr)
        return name_;
    return outcome->gpu != nullptr ? outcome->gpu->melBackend ().deviceName () : cpuDeviceName ();
}

std::string StartingDevice::notice () const
{
    const Outcome* const outcome = start_->outcome ();
    return outcome != nullptr ? outcome->notice : std::string ();
}

Backend& StartingDevice::melBackend ()
{
    const Outcome* const outcome = start_->outcome ();
    return outcome != nullptr && outcome->gpu != nullptr ? outcome->gpu->melBackend () : *cpu_;
}

void StartingDevice::post (MelJob job)
{
    if (thread_ == nullptr || mark_.isForked ())
        return;
    thread_->post (
        [start = start_, job = std::move (job)]
        {
            // the start was the first job, so the outcome is known
            if (const Outcome* const outcome = start->outcome (); outcome->gpu != nullptr)
                job (outcome->gpu->melBackend ());
        });
}

Result<std::unique_ptr<VoiceRenderer>> StartingDevice::makeGpuVoices (const VoiceCapacity& capacity)
{
    const Outcome& outcome = start_->wait ();
    if (outcome.gpu != nullptr)
        return outcome.gpu->makeVoices (capacity);
    return Error {ErrorCode::deviceUnavailable,
                  outcome.notice.empty () ? "no GPU was asked for" : outcome.notice,
                  {}};
}

} // namespace melstrom
