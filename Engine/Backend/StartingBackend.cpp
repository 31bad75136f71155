#include "Engine/Backend/StartingBackend.h"

#include <utility>

namespace melstrom
{

std::string fallbackNotice (const std::string& fallback, const std::string& wanted,
                            const Error& reason)
{
    return fallback + " computes instead of " + wanted + ": " + reason.message;
}

StartingBackend::StartingBackend (BackendStart start)
    : name_ (start.name), concurrency_ (start.concurrency),
      start_ (start.waitsForUse
                  ? Starting<Outcome>::atFirstUse ([start] { return bringUp (start); })
                  : Starting<Outcome>::onOwnThread ([start] { return bringUp (start); }))
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
    std::string notice = fallbackNotice (other->name (), start.name, wanted.error ());
    return Outcome {std::move (other), std::move (notice)};
}

Backend* StartingBackend::backend () const
{
    const auto& outcome = start_.wait ();
    return outcome ? outcome->backend.get () : nullptr;
}

Result<void> StartingBackend::ready ()
{
    auto* const up = backend ();
    return up != nullptr ? up->ready () : start_.wait ().error ();
}

std::string StartingBackend::notice () const
{
    const auto* const up = backend ();
    if (up == nullptr)
        return {};
    const auto& own = start_.wait ()->notice;
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
    const auto* const outcome = start_.tryGet ();
    return outcome != nullptr && *outcome ? (*outcome)->backend->concurrency () : concurrency_;
}

Result<std::unique_ptr<SlabMemory>> StartingBackend::allocate (std::size_t bytes)
{
    auto* const up = backend ();
    return up != nullptr ? up->allocate (bytes) : start_.wait ().error ();
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
    return up != nullptr ? up->planMel (spec, rateHz, capacity) : start_.wait ().error ();
}

std::string StartingBackend::driver () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->driver () : std::string ();
}

Result<std::string> StartingBackend::variantOf (const MelSpec& spec, int rateHz)
{
    auto* const up = backend ();
    return up != nullptr ? up->variantOf (spec, rateHz) : start_.wait ().error ();
}

Result<void> StartingBackend::pinVariant (const MelSpec& spec, int rateHz,
                                          const std::string& variant)
{
    auto* const up = backend ();
    return up != nullptr ? up->pinVariant (spec, rateHz, variant) : start_.wait ().error ();
}

} // namespace melstrom
