#include "Engine/Backend/Gpu/Voices/VoiceBank.h"

#include <algorithm>

namespace melstrom::gpu
{

VoiceBank::~VoiceBank ()
{
    const std::lock_guard lock (device_->mutex);
    graph_ = {};
    tables_ = {};
}

/** Copies last: no later step can fail and free the memory while the copy still writes it. */
Result<void> VoiceBank::prepare (VoiceStream& stream, const VoiceBankSize& size, VoiceWork work)
{
    MELSTROM_TRY (reserve (size));
    {
        const std::lock_guard lock (device_->mutex);
        tables_.describe (work);
        MELSTROM_TRY (stream.capture (work, graph_));
    }
    {
        const std::lock_guard lock (device_->mutex);
        MELSTROM_TRY (tables_.copyIn (*device_, stream.get ()));
        MELSTROM_TRY (stream.mark ());
    }
    return stream.wait ();
}

Result<void> VoiceBank::reserve (const VoiceBankSize& size)
{
    const std::lock_guard lock (device_->mutex);
    if (device_->loss ())
        return *device_->loss ();
    const std::size_t segmentBytes = std::max<std::size_t> (tables_.sumBytes (size.maxVoices), 1);
    maxSegments_ = static_cast<int> (std::clamp<std::size_t> (
        size.sumBytes / segmentBytes, 1, static_cast<std::size_t> (size.maxSegments)));
    return tables_.reserve (*device_, size.maxVoices * maxSegments_);
}

} // namespace melstrom::gpu
