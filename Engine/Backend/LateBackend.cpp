#include "Engine/Backend/LateBackend.h"

namespace melstrom
{

Result<void> LateBackend::ready ()
{
    auto* const up = backend ();
    return up != nullptr ? up->ready () : absence ();
}

std::string LateBackend::notice () const
{
    const auto* const up = backend ();
    if (up == nullptr)
        return {};
    const auto own = lateNotice ();
    return own.empty () ? up->notice () : own;
}

std::optional<DeviceUse> LateBackend::use ()
{
    auto* const up = backend ();
    return up != nullptr ? up->use () : std::nullopt;
}

std::string LateBackend::name () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->name () : absentName ();
}

std::string LateBackend::deviceName () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->deviceName () : absentName ();
}

Result<std::unique_ptr<SlabMemory>> LateBackend::allocate (std::size_t bytes)
{
    auto* const up = backend ();
    return up != nullptr ? up->allocate (bytes) : absence ();
}

Result<SlabPair> LateBackend::allocateSlab (std::size_t inputBytes, std::size_t outputBytes)
{
    auto* const up = backend ();
    return up != nullptr ? up->allocateSlab (inputBytes, outputBytes) : absence ();
}

std::vector<DevicePart> LateBackend::devices () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->devices () : Backend::devices ();
}

bool LateBackend::leaveOutFrom (int numDevices, const std::string& reason)
{
    auto* const up = backend ();
    return up != nullptr && up->leaveOutFrom (numDevices, reason);
}

std::int64_t LateBackend::scratchBytes (const MelGeometry& geometry,
                                        const MelCapacity& capacity) const
{
    const auto* const up = backend ();
    return up != nullptr ? up->scratchBytes (geometry, capacity) : 0;
}

void LateBackend::observe (WorkObserver* observer)
{
    if (auto* const up = backend ())
        up->observe (observer);
}

Result<std::unique_ptr<MelPlan>> LateBackend::planMel (const MelSpec& spec, int rateHz,
                                                       const MelCapacity& capacity)
{
    auto* const up = backend ();
    return up != nullptr ? up->planMel (spec, rateHz, capacity) : absence ();
}

std::string LateBackend::driver () const
{
    const auto* const up = backend ();
    return up != nullptr ? up->driver () : std::string ();
}

Result<std::string> LateBackend::variantOf (const MelSpec& spec, int rateHz)
{
    auto* const up = backend ();
    return up != nullptr ? up->variantOf (spec, rateHz) : absence ();
}

Result<void> LateBackend::pinVariant (const MelSpec& spec, int rateHz, const std::string& variant)
{
    auto* const up = backend ();
    return up != nullptr ? up->pinVariant (spec, rateHz, variant) : absence ();
}

} // namespace melstrom
