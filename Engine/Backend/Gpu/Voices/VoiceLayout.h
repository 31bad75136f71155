// Places of all arrays of a voice renderer, except those of a patch.
#pragma once

#include "Engine/Backend/Gpu/Device/ArrayLayout.h"
#include "Engine/Backend/VoiceRenderer.h"

namespace melstrom::gpu
{

/** Arrays in device memory, and in pinned memory mapped on both sides. */
struct VoiceLayout
{
    explicit VoiceLayout (const VoiceCapacity& capacity, std::size_t batchBytes)
    {
        const std::int64_t segments = capacity.maxSegments;
        const auto bytes = static_cast<std::int64_t> (batchBytes);
        deviceBatch = device.add<std::byte> (bytes);
        voices = device.add<float> (segments * capacity.maxVoices * 2 * kControlSamples);
        numSummed = device.add<std::int32_t> (segments);
        numMixed = device.add<std::int32_t> (1);
        hostBatch = pinned.add<std::byte> (bytes);
        left = pinned.add<float> (segments * kControlSamples);
        right = pinned.add<float> (segments * kControlSamples);
        finished = pinned.add<std::uint32_t> (1);
    }

    ArrayLayout device, pinned;
    ArrayPlace<std::byte> deviceBatch, hostBatch;
    ArrayPlace<float> voices, left, right;
    ArrayPlace<std::int32_t> numSummed, numMixed; ///< adjacent: cleared together
    ArrayPlace<std::uint32_t> finished;
};

} // namespace melstrom::gpu
