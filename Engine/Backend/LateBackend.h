// A backend that stands in for one that is there later.
#pragma once

#include "Engine/Backend/Backend.h"

#include <string>

namespace melstrom
{

/** Forwards all calls but `concurrency` to the backend that `backend` waits for. Without one, calls
    that can fail do so with `absence`, and the others give an empty answer.
    Thread: as Backend. */
class LateBackend : public Backend
{
public:
    Result<void> ready () override;
    std::string notice () const override;
    std::optional<DeviceUse> use () override;
    std::string name () const override;
    std::string deviceName () const override;
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override;
    Result<SlabPair> allocateSlab (std::size_t inputBytes, std::size_t outputBytes) override;
    std::vector<DevicePart> devices () const override;
    bool leaveOutFrom (int numDevices, const std::string& reason) override;
    std::int64_t scratchBytes (const MelGeometry& geometry,
                               const MelCapacity& capacity) const override;
    void observe (WorkObserver* observer) override;
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override;
    std::string driver () const override;
    Result<std::string> variantOf (const MelSpec& spec, int rateHz) override;
    Result<void> pinVariant (const MelSpec& spec, int rateHz, const std::string& variant) override;

protected:
    /** null: there is none, and never will be. Waits. */
    virtual Backend* backend () const = 0;
    /** Why there is none; only called then. */
    virtual Error absence () const = 0;
    /** Why another device than the requested one computes; empty: the backend's own notice counts.
        Only called if there is a backend. */
    virtual std::string lateNotice () const = 0;
    /** Name of the device while there is no backend. */
    virtual std::string absentName () const { return {}; }
};

} // namespace melstrom
