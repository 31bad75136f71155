// Partial tables in device memory, and their memory for sums.
#pragma once

#include "Engine/Backend/Gpu/Device/ArrayLayout.h"
#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"

#include <array>
#include <vector>

namespace melstrom::gpu
{

/** The partials of both oscillators in one allocation. */
class VoiceTables
{
public:
    static constexpr std::int64_t kMostSlots = std::int64_t {1} << 30; ///< indices have 32 bits

    /** Empty tables: silence. */
    VoiceTables () = default;
    /** Allocates host memory. Throws std::bad_alloc. */
    VoiceTables (const std::array<PartialTable, kNumOscillators>& tables, double sampleRateHz);

    /** Device memory for the sums of numRecords records. */
    std::size_t sumBytes (int numRecords) const noexcept;

    /** Allocates device memory for the tables, and for the sums of numRecords records. Fails:
        outOfMemory, deviceLost. Thread: holds the device's mutex. */
    Result<void> reserve (SharedDevice& device, int numRecords);
    /** Starts to copy the tables to the device. This object must neither move nor be destroyed
        before the stream's work is done. Fails: deviceLost. Thread: holds the device's mutex. */
    Result<void> copyIn (SharedDevice& device, StreamHandle stream);
    /** Writes all addresses into `work`. */
    void describe (VoiceWork& work) const;

private:
    struct Places
    {
        ArrayPlace<Partial> partials;
        ArrayPlace<ChunkBounds> chunks;
        ArrayPlace<float> tilts; ///< TiltGains of a table with partials
    };

    std::vector<std::byte> host_;
    std::array<DeviceTable, kNumOscillators> tables_; ///< addresses are null
    std::array<Places, kNumOscillators> places_;
    int slotsPerRecord_ = 0;
    DeviceMemory memory_, slots_;
};

} // namespace melstrom::gpu
