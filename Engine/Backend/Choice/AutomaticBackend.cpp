#include "Engine/Backend/Choice/AutomaticBackend.h"

#include "Engine/Core/ParallelFor.h"

namespace melstrom
{

void AutomaticBackend::abandon () noexcept
{
    const std::lock_guard lock (mutex_);
    isDecided_ = true;
    decided_.notify_all ();
}

bool AutomaticBackend::isDecided () const
{
    const std::lock_guard lock (mutex_);
    return isDecided_;
}

Result<void> AutomaticBackend::settle (Result<Decision> decision)
{
    const std::lock_guard lock (mutex_);
    if (decision)
        decision_ = *std::move (decision);
    else
        error_ = decision.error ();
    isDecided_ = true;
    decided_.notify_all ();
    return decision_.backend != nullptr ? Result<void> () : Result<void> (error_);
}

Backend* AutomaticBackend::backend () const
{
    std::unique_lock lock (mutex_);
    decided_.wait (lock, [this] { return isDecided_; });
    return decision_.backend.get ();
}

std::string AutomaticBackend::choice () const
{
    return backend () != nullptr ? decision_.choice : std::string ();
}

Result<void> AutomaticBackend::ready ()
{
    auto* const chosen = backend ();
    return chosen != nullptr ? chosen->ready () : Result<void> (error_);
}

std::string AutomaticBackend::notice () const
{
    const auto* const chosen = backend ();
    if (chosen == nullptr)
        return {};
    return decision_.notice.empty () ? chosen->notice () : decision_.notice;
}

std::optional<DeviceUse> AutomaticBackend::use ()
{
    auto* const chosen = backend ();
    return chosen != nullptr ? chosen->use () : std::nullopt;
}

std::string AutomaticBackend::name () const
{
    const auto* const chosen = backend ();
    return chosen != nullptr ? chosen->name () : std::string ();
}

std::string AutomaticBackend::deviceName () const
{
    const auto* const chosen = backend ();
    return chosen != nullptr ? chosen->deviceName () : std::string ();
}

int AutomaticBackend::concurrency () const
{
    const std::lock_guard lock (mutex_);
    return decision_.backend != nullptr ? decision_.backend->concurrency () : hardwareThreads ();
}

Result<std::unique_ptr<SlabMemory>> AutomaticBackend::allocate (std::size_t bytes)
{
    auto* const chosen = backend ();
    return chosen != nullptr ? chosen->allocate (bytes) : error_;
}

std::int64_t AutomaticBackend::scratchBytes (const MelGeometry& geometry,
                                             const MelCapacity& capacity) const
{
    const auto* const chosen = backend ();
    return chosen != nullptr ? chosen->scratchBytes (geometry, capacity) : 0;
}

void AutomaticBackend::observe (WorkObserver* observer)
{
    if (auto* const chosen = backend ())
        chosen->observe (observer);
}

Result<std::unique_ptr<MelPlan>> AutomaticBackend::planMel (const MelSpec& spec, int rateHz,
                                                            const MelCapacity& capacity)
{
    auto* const chosen = backend ();
    return chosen != nullptr ? chosen->planMel (spec, rateHz, capacity) : error_;
}

std::string AutomaticBackend::driver () const
{
    const auto* const chosen = backend ();
    return chosen != nullptr ? chosen->driver () : std::string ();
}

Result<std::string> AutomaticBackend::variantOf (const MelSpec& spec, int rateHz)
{
    auto* const chosen = backend ();
    return chosen != nullptr ? chosen->variantOf (spec, rateHz) : error_;
}

Result<void> AutomaticBackend::pinVariant (const MelSpec& spec, int rateHz,
                                           const std::string& variant)
{
    auto* const chosen = backend ();
    return chosen != nullptr ? chosen->pinVariant (spec, rateHz, variant) : Result<void> (error_);
}

} // namespace melstrom
