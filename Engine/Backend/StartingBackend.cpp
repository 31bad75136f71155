#include "Engine/Backend/StartingBackend.h"

#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

StartingBackend::StartingBackend (BackendStart start)
    : name_ (start.name), concurrency_ (start.concurrency),
      outcome_ (std::async (start.waitsForUse ? std::launch::deferred : std::launch::async,
                            [start] { return guarded ([&start] { return bringUp (start); }); }))
{
}

Result<StartingBackend::Outcome> StartingBackend::bringUp (const BackendStart& start)
{
    auto wanted = guarded (start.make);
    if (wanted)
        return Outcome {*std::move (wanted), {}};
    if (! start.otherwise)
        return wanted.error ();
    MELSTROM_TRY_VALUE (auto other, start.otherwise ());
    std::string notice =
        other->name () + " computes instead of " + start.name + ": " + wanted.error ().message;
    return Outcome {std::move (other), std::move (notice)};
}

Backend* StartingBackend::backend () const
{
    const auto& outcome = outcome_.get ();
    return outcome ? outcome->backend.get () : nullptr;
}

Result<void> StartingBackend::ready ()
{
    auto* const up = backend ();
    return up != nullptr ? up->ready () : outcome_.get ().error ();
}

std::string StartingBackend::notice () const
{
    const auto* const up = backend ();
    if (up == nullptr)
        return {};
    const auto& own = outcome_.get ()->notice;
    return own.empty () ? up->notice () : own;
}

std::optional<DeviceUse> StartingBackend::use ()
{
    auto* const up = backend ();
    return up != nullptr ? up->use () : std::nullopt;
}

std::string StartingBackend::name () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->name () : name_;
}

std::string StartingBackend::deviceName () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->deviceName () : name_;
}

int StartingBackend::concurrency () const
{
    if (outcome_.wait_for (std::chrono::seconds (0)) != std::future_status::ready)
        return concurrency_;
    const auto* const up = backend ();
    return up != nullptr ? up->concurrency () : concurrency_;
}

Result<std::unique_ptr<SlabMemory>> StartingBackend::allocate (std::size_t bytes)
{
    auto* const up = backend ();
    return up != nullptr ? up->allocate (bytes) : outcome_.get ().error ();
}

std::int64_t StartingBackend::scratchBytes (const MelGeometry& geometry,
                                            const MelCapacity& capacity) const
{
    const auto* const up = backend ();
    return up != nullptr ? up->scratchBytes (geometry, capacity) : 0;
}

void StartingBackend::observe (WorkObserver* observer)
{
    if (auto* const up = backend ())
        up->observe (observer);
}

Result<std::unique_ptr<MelPlan>> StartingBackend::planMel (const MelSpec& spec, int rateHz,
                                                           const MelCapacity& capacity)
{
    auto* const up = backend ();
    return up != nullptr ? up->planMel (spec, rateHz, capacity) : outcome_.get ().error ();
}

std::string StartingBackend::driver () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->driver () : std::string ();
}

Result<std::string> StartingBackend::variantOf (const MelSpec& spec, int rateHz)
{
    auto* const up = backend ();
    return up != nullptr ? up->variantOf (spec, rateHz) : outcome_.get ().error ();
}

Result<void> StartingBackend::pinVariant (const MelSpec& spec, int rateHz,
                                          const std::string& variant)
{
    auto* const up = backend ();
    return up != nullptr ? up->pinVariant (spec, rateHz, variant) : outcome_.get ().error ();
}

} // namespace melstrom
