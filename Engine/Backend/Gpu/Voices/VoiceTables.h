// Partial tables in device memory, and the memory for sums that they ask for.
#pragma once

#include "Engine/Backend/Gpu/Device/ArrayLayout.h"
#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"

#include <array>
#include <vector>

namespace melstrom::cuda
{

/** Both oscillators' partials as one piece of memory. */
class VoiceTables
{
public:
    static constexpr std::int64_t kMostSlots = std::int64_t {1} << 30; ///< indices have 32 bits

    /** Nothing sounds. */
    VoiceTables () = default;
    /** Allocates on the host. Throws std::bad_alloc. */
    VoiceTables (const std::array<PartialTable, kNumOscillators>& tables, double sampleRateHz);

    /** Of device memory for the sums of so many records. */
    std::size_t sumBytes (int numRecords) const noexcept;

    /** Takes device memory for the tables, and for slots of so many records. Fails: outOfMemory, deviceLost.
        Thread: holds the device's mutex. */
    Result<void> reserve (SharedDevice& device, int numRecords);
    /** Starts copying into it. This must neither move nor go before the stream's work is done. Fails: deviceLost.
        Thread: holds the device's mutex. */
    Result<void> copyIn (SharedDevice& device, StreamHandle stream);
    /** Writes down where all of it lies. */
    void describe (VoiceWork& work) const;

private:
    struct Places
    {
        ArrayPlace<Partial> partials;
        ArrayPlace<ChunkBounds> chunks;
        ArrayPlace<float> tilts; ///< TiltGains of a table that has partials
    };

    std::vector<std::byte> host_;
    std::array<DeviceTable, kNumOscillators> tables_; ///< without addresses
    std::array<Places, kNumOscillators> places_;
    int slotsPerRecord_ = 0;
    DeviceMemory memory_, slots_;
};

} // namespace melstrom::cuda
