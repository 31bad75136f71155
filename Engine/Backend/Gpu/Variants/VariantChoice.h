// Which way of computing bands is used on a device: only one that agrees with their definition
// there, and of those the fastest.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Mel/ChosenVariant.h"
#include "Engine/Backend/Gpu/Variants/VariantCandidates.h"

#include <optional>
#include <string>

namespace melstrom::cuda
{

/** Checks what `options.variant` allows against the definition; times what agrees, unless
    `options.cacheFile` remembers an earlier choice. Shapes that cannot be launched are no
    candidates; cuFFT is opened where it alone is allowed, or where nothing else agrees.
    thread  any that does not hold the device's mutex, with a SharedDevice::Trial; takes some 50 ms,
            less when remembered, and seconds where the definition is large or the device busy. The
            device's mutex is taken for short steps only
    fails   badUsage: fused or names were asked for, and no shape of this transform is among them;
            deviceUnavailable: nothing agreed, or there is no cuFFT; deviceLost; outOfMemory;
            interrupted: SharedDevice::abandonTrials */
Result<ChosenVariant> chooseVariant (const std::shared_ptr<SharedDevice>& device,
                                     const MelGeometry& geometry, const CudaOptions& options);
/** The same on a device that nobody else calls meanwhile. */
Result<ChosenVariant> chooseVariant (CudaDevice& device, const MelGeometry& geometry,
                                     const CudaOptions& options);

/** Tries ways of computing on a device. For `chooseAmong` and its tests. */
class VariantTrials
{
public:
    virtual ~VariantTrials () = default;
    /** Computes a test signal and compares frames of it with BandDefinition.
        Fails: verificationFailed, saying by how much; what the device says. */
    virtual Result<void> check (const ChosenVariant& variant) = 0;
    /** Seconds that one piece of work takes, the same piece for all; empty where timing would not
        tell. The variant agreed before. */
    virtual Result<std::optional<double>> time (const ChosenVariant& variant) = 0;
    /** Nobody waits for the choice any more. Asked before each trial. */
    virtual bool isAbandoned () const noexcept { return false; }
};

/** remembered: name of an earlier choice, empty without one; if it agrees it is taken untimed.
    Shapes are timed where there are several; the first one stays unless another is clearly faster,
    and where timing would not tell. Shapes without a kernel of their own are tried only if none
    that has one agrees. Fails: deviceUnavailable where nothing agrees; deviceLost, outOfMemory and
    interrupted at once. */
Result<ChosenVariant> chooseAmong (const VariantCandidates& candidates,
                                   const std::string& remembered, VariantTrials& trials,
                                   const std::string& deviceName);

} // namespace melstrom::cuda
