// Memory of a renderer of voices, on both sides.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"
#include "Engine/Backend/Gpu/Voices/VoiceLayout.h"
#include "Engine/Backend/Gpu/Voices/VoiceStream.h"

namespace melstrom::cuda
{

/** Thread: one at a time; holds the device's mutex where it says so. */
class VoiceMemory
{
public:
    VoiceMemory (const VoiceCapacity& capacity, std::size_t batchBytes)
        : layout_ (capacity, batchBytes)
    {
    }

    /** Takes it and starts to clear what has to be. The mutex is held. Fails: outOfMemory, deviceLost. */
    Result<void> prepare (SharedDevice& device, StreamHandle stream);
    /** The mutex is held. */
    void release () noexcept
    {
        pinned_ = {};
        memory_ = {};
    }

    /** Where all lies but the tables. Thread: any, once it is prepared. */
    VoiceWork work () const noexcept;
    std::byte* hostBatch () const noexcept { return layout_.hostBatch.in (pinned_.get ()); }
    BatchMark markOf (std::uint32_t number) const noexcept
    {
        return {layout_.finished.in (pinned_.get ()), number};
    }

    /** For so many segments, which the device overwrites where there are voices. */
    void silence (int numSegments) const noexcept;
    /** left, right (segments x 32): overwritten */
    void takeOut (int numSegments, float* left, float* right) const noexcept;

private:
    VoiceLayout layout_;
    DeviceMemory memory_;
    PinnedMemory pinned_;
};

} // namespace melstrom::cuda
