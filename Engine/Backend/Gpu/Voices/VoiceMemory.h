// Memory of a voice renderer on host and device.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"
#include "Engine/Backend/Gpu/Voices/VoiceLayout.h"
#include "Engine/Backend/Gpu/Voices/VoiceStream.h"

namespace melstrom::gpu
{

/** Thread: one at a time, with the device's mutex where stated. */
class VoiceMemory
{
public:
    VoiceMemory (const VoiceCapacity& capacity, std::size_t batchBytes)
        : layout_ (capacity, batchBytes)
    {
    }

    /** Allocates memory and starts to clear the counters. The mutex is held. Fails: outOfMemory,
        deviceLost. */
    Result<void> prepare (SharedDevice& device, StreamHandle stream);
    /** The mutex is held. */
    void release () noexcept
    {
        pinned_ = {};
        memory_ = {};
    }

    /** All places except the tables. Thread: any, after `prepare`. */
    VoiceWork work () const noexcept;
    std::byte* hostBatch () const noexcept { return layout_.hostBatch.in (pinned_.get ()); }
    BatchMark markOf (std::uint32_t number) const noexcept
    {
        return {layout_.finished.in (pinned_.get ()), number};
    }

    /** Clears the output of numSegments segments. The device overwrites segments with voices. */
    void silence (int numSegments) const noexcept;
    /** left, right (segments x 32): overwritten */
    void takeOut (int numSegments, float* left, float* right) const noexcept;

private:
    VoiceLayout layout_;
    DeviceMemory memory_;
    PinnedMemory pinned_;
};

} // namespace melstrom::gpu
