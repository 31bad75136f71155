// Which ways of computing bands the options allow on a device.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"
#include "Engine/Backend/Gpu/Mel/CudaOptions.h"
#include "Engine/Backend/Gpu/Mel/FusedTables.h"

#include <string>
#include <vector>

namespace melstrom::cuda
{

/** Whether options.variant and options.variantNames allow the variant of this variantOption. */
bool isAllowed (const CudaOptions& options, const std::string& option);
/** What they allow, as it was given: "fused", "fused-20x10-t32 or cufft". */
std::string askedFor (const CudaOptions& options);

/** Candidates in the order in which they are tried. */
struct VariantCandidates
{
    std::vector<FusedShape> shapes;
    bool allowsCufft = false; ///< where no shape agrees
};

/** What is allowed and can be launched. Thread: any. Fails: badUsage, naming what there is: cuFFT is not allowed, and no
    shape of this transform is. */
Result<VariantCandidates> candidatesOf (const CudaDevice& device, const MelGeometry& geometry,
                                        const CudaOptions& options);

} // namespace melstrom::cuda
