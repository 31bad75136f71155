// Devices and specs for tests of variants: emulated GPUs without room for some shapes, or with
// wrong results.
#pragma once

#include "Engine/Backend/Gpu/Mel/CudaOptions.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Cuda/LimitedCudaDevice.h"

namespace melstrom::testing
{

inline LimitedCudaDevice::Which allShapes ()
{
    return [] (const cuda::FusedProgram&) { return true; };
}

inline LimitedCudaDevice::Which noShapes ()
{
    return [] (const cuda::FusedProgram&) { return false; };
}

inline constexpr int kUsualSize = 400,
                     kSizeWithoutShape = 402; ///< of a transform; 402 = 2 x 3 x 67

inline MelGeometry geometryOfSize (int fftSamples)
{
    MelSpec spec = findPreset ("whisper-openai-80")->spec;
    spec.fftSamples = fftSamples;
    const auto geometry = geometryAt (spec, 16000);
    REQUIRE (geometry);
    return *geometry;
}

inline cuda::CudaOptions withVariant (MelVariant variant)
{
    cuda::CudaOptions options;
    options.variant = variant;
    return options;
}

} // namespace melstrom::testing
