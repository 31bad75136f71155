// Devices and specs for tests of variants: emulated GPUs without room for some shapes, or with
// wrong results.
#pragma once

#include "Engine/Backend/Gpu/Mel/GpuOptions.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/LimitedDevice.h"

namespace melstrom::testing
{

inline LimitedDevice::Which allShapes ()
{
    return [] (const gpu::FusedProgram&) { return true; };
}

inline LimitedDevice::Which noShapes ()
{
    return [] (const gpu::FusedProgram&) { return false; };
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

inline gpu::GpuOptions withVariant (gpu::MelVariant variant)
{
    gpu::GpuOptions options;
    options.variant = variant;
    return options;
}

} // namespace melstrom::testing
