// Voices on a GPU: one graph computes a batch, and batch and samples travel through memory mapped
// on both sides.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <chrono>

namespace melstrom::gpu
{

struct GpuVoiceOptions
{
    std::chrono::milliseconds deadline {2'000}; ///< a kernel that takes longer counts as hung
    /** For sums of partials. A batch that needs more is rendered in parts of several segments;
        memory for one segment of all voices is allocated in any case. */
    std::size_t sumBytes = std::size_t {512} << 20;
};

/** Allocates all memory except that of tables; each PreparedTables has its own memory for sums.
    Renders silence until tables are used. Shares the device with other work of the process and
    delays it.
    `begin`, `finish`, `render`: any thread but audio. `begin` waits for the device's mutex.
    `finish` waits for the GPU; at first it spins on a word that the GPU writes. They fail with
    internalFault if the batch exceeds the capacity or is not in order, or if a batch is already in
    flight; with deviceLost, then and in every later call.
    fails  outOfMemory, deviceLost */
Result<std::unique_ptr<VoiceRenderer>> makeGpuVoiceRenderer (std::shared_ptr<SharedDevice> device,
                                                             const VoiceCapacity& capacity,
                                                             const GpuVoiceOptions& options = {});
/** The same with its own device. */
Result<std::unique_ptr<VoiceRenderer>> makeGpuVoiceRenderer (std::unique_ptr<Device> device,
                                                             const VoiceCapacity& capacity,
                                                             const GpuVoiceOptions& options = {});

} // namespace melstrom::gpu
