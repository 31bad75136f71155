// Launches of feature hashing. Compiled only by nvcc.
#pragma once

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Kernels/Hash/HashWork.h"

namespace melstrom::gpu::cuda
{

cudaError_t launchHashBasic (const HashWork& work, const LaunchPlace& place);
cudaError_t launchHashShared (const HashWork& work, const LaunchPlace& place);
cudaError_t launchSortChunks (const HashWork& work, const LaunchPlace& place);
cudaError_t launchSumBuckets (const HashWork& work, const LaunchPlace& place);
cudaError_t launchSumBucketsFixed (const HashWork& work, const LaunchPlace& place);
cudaError_t launchStreamBuckets (const HashWork& work, const LaunchPlace& place);
cudaError_t launchStreamBucketsFixed (const HashWork& work, const LaunchPlace& place);

} // namespace melstrom::gpu::cuda
