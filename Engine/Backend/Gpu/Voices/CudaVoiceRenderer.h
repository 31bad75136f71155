// Voices on a GPU: a batch goes there and comes back by itself, through memory that both sides see.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <chrono>

namespace melstrom::cuda
{

struct CudaVoiceOptions
{
    std::chrono::milliseconds deadline {2'000}; ///< after it a kernel counts as hung
    /** For sums of partials: what does not fit is rendered some segments at a time. One segment of
        all voices is taken in any case. */
    std::size_t sumBytes = std::size_t {512} << 20;
};

/** All memory but the tables' is taken here; each prepared tables have memory for sums of their own. Silence is rendered
    until tables are used. The device is shared with other work of the process, which it delays.
    `begin`, `finish`, `render`: any thread but audio. `begin` waits for its turn at the device, `finish` for the GPU,
    spinning at first on a word that the GPU writes. Fail: internalFault where the batch exceeds the capacity or is not in
    order, or another one is in flight; deviceLost, now and ever after.
    fails  outOfMemory, deviceLost */
Result<std::unique_ptr<VoiceRenderer>> makeCudaVoiceRenderer (std::shared_ptr<SharedDevice> device,
                                                              const VoiceCapacity& capacity,
                                                              const CudaVoiceOptions& options = {});
/** With a device of its own. */
Result<std::unique_ptr<VoiceRenderer>> makeCudaVoiceRenderer (std::unique_ptr<CudaDevice> device,
                                                              const VoiceCapacity& capacity,
                                                              const CudaVoiceOptions& options = {});

} // namespace melstrom::cuda
