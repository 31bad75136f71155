// The variants that options and device allow.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"
#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Engine/Backend/Gpu/Mel/GpuOptions.h"

#include <string>
#include <vector>

namespace melstrom::gpu
{

/** True if options.variant and options.variantNames allow this variant, named as in
    variantOption. */
bool isAllowed (const GpuOptions& options, const std::string& option);
/** The variants that the options ask for, in the user's spelling: "fused", "fused-20x10-t32 or
    cufft". */
std::string askedFor (const GpuOptions& options);

/** Candidates in the order of the trials. */
struct VariantCandidates
{
    std::vector<FusedShape> shapes;
    bool allowsCufft = false; ///< tried if no shape agrees
};

/** The allowed variants that the device can launch. Thread: any. Fails: badUsage with the list of
    existing shapes, if neither cuFFT nor any shape of this transform is allowed. */
Result<VariantCandidates> candidatesOf (const Device& device, const MelGeometry& geometry,
                                        const GpuOptions& options);

} // namespace melstrom::gpu
