// The kernels of feature hashing, executed on the host.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/HashWork.h"

#include <cstddef>

namespace melstrom::testing
{

void emulateHashBasic (const gpu::HashWork& work);
void emulateHashShared (const gpu::HashWork& work);
void emulateSortChunks (const gpu::HashWork& work);
void emulateSumBuckets (const gpu::HashWork& work);
void emulateSumBucketsFixed (const gpu::HashWork& work);
void emulateStreamBuckets (const gpu::HashWork& work);
void emulateStreamBucketsFixed (const gpu::HashWork& work);

/** Dynamic shared memory of a block. */
std::size_t sharedBytesOf (gpu::HashKernel kernel, const gpu::HashWork& work);

} // namespace melstrom::testing
