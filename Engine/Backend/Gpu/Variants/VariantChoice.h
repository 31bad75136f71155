// Chooses the variant of computing bands on a device: the fastest of those that agree with the
// definition.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Mel/ChosenVariant.h"
#include "Engine/Backend/Gpu/Variants/VariantCandidates.h"

#include <optional>
#include <string>

namespace melstrom::gpu
{

/** Checks the variants that `options.variant` allows against the definition and times those that
    agree, unless `options.cacheFile` has an earlier choice. Shapes that the device cannot launch
    are no candidates. cuFFT is opened only if it alone is allowed, or if no shape agrees.
    thread  any that does not hold the device's mutex, with a SharedDevice::Trial. Takes about 50
            ms, less with a cached choice, and seconds if the definition is large or the device
            busy. Takes the device's mutex for short steps only
    fails   badUsage: fused or names were asked for, and no shape of this transform is among them;
            deviceUnavailable: no variant agreed, or there is no cuFFT; deviceLost; outOfMemory;
            interrupted: SharedDevice::abandonTrials */
Result<ChosenVariant> chooseVariant (const std::shared_ptr<SharedDevice>& device,
                                     const MelGeometry& geometry, const GpuOptions& options);
/** The same on a device that no other thread uses. */
Result<ChosenVariant> chooseVariant (Device& device, const MelGeometry& geometry,
                                     const GpuOptions& options);

/** Checks and times variants on a device. For `chooseAmong` and its tests. */
class VariantTrials
{
public:
    virtual ~VariantTrials () = default;
    /** Computes a test signal and compares frames of it with BandDefinition. Fails:
        verificationFailed with the size of the error; errors of the device. */
    virtual Result<void> check (const ChosenVariant& variant) = 0;
    /** Seconds for one piece of work, the same for all variants. Empty if timing is not possible.
        Call only for a variant that agreed. */
    virtual Result<std::optional<double>> time (const ChosenVariant& variant) = 0;
    /** True if the choice is no longer wanted. Polled before each trial. */
    virtual bool isAbandoned () const noexcept { return false; }
};

/** remembered: name of a cached choice, or empty; it is taken untimed if it agrees. Shapes are
    timed if there are several; the first one stays unless a later one is clearly faster, or if
    timing is not possible. Shapes without a compiled kernel are tried only if no compiled shape
    agrees. Fails: deviceUnavailable if no variant agrees; deviceLost, outOfMemory and interrupted
    at once. */
Result<ChosenVariant> chooseAmong (const VariantCandidates& candidates,
                                   const std::string& remembered, VariantTrials& trials,
                                   const std::string& deviceName);

} // namespace melstrom::gpu
