#include "Engine/Backend/Gpu/Voices/VoiceMemory.h"

#include <algorithm>

namespace melstrom::gpu
{

Result<void> VoiceMemory::prepare (SharedDevice& device, StreamHandle stream)
{
    MELSTROM_TRY (take (memory_, device, device->allocate (layout_.device.bytes ())));
    MELSTROM_TRY (take (pinned_, device, device->allocatePinned (layout_.pinned.bytes ())));
    *layout_.finished.in (pinned_.get ()) = 0; // batch numbers start at 1
    const std::size_t counters = layout_.numSummed.offset;
    return device.noted (
        device->clear (memory_.get () + counters, layout_.numMixed.end () - counters, stream));
}

VoiceWork VoiceMemory::work () const noexcept
{
    const DeviceAddress there = memory_.get ();
    std::byte* const here = pinned_.get ();
    VoiceWork work;
    work.hostBatch = reinterpret_cast<const BatchWords*> (layout_.hostBatch.in (here));
    work.hostWords = layout_.hostBatch.numItems / static_cast<std::int64_t> (sizeof (BatchWords));
    work.batch = reinterpret_cast<BatchWords*> (layout_.deviceBatch.in (there));
    work.voices = layout_.voices.in (there);
    work.numSummed = layout_.numSummed.in (there);
    work.numMixed = layout_.numMixed.in (there);
    work.finished = layout_.finished.in (here);
    work.left = layout_.left.in (here);
    work.right = layout_.right.in (here);
    return work;
}

void VoiceMemory::silence (int numSegments) const noexcept
{
    for (const ArrayPlace<float>& place : {layout_.left, layout_.right})
        std::fill_n (place.in (pinned_.get ()), numSegments * kControlSamples, 0.0f);
}

void VoiceMemory::takeOut (int numSegments, float* left, float* right) const noexcept
{
    std::copy_n (layout_.left.in (pinned_.get ()), numSegments * kControlSamples, left);
    std::copy_n (layout_.right.in (pinned_.get ()), numSegments * kControlSamples, right);
}

} // namespace melstrom::gpu
