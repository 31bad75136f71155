// A patch's tables and memory on a GPU.
#pragma once

#include "Engine/Backend/Gpu/Voices/VoiceStream.h"
#include "Engine/Backend/Gpu/Voices/VoiceTables.h"
#include "Engine/Backend/VoiceRenderer.h"

namespace melstrom::gpu
{

/** Limits of a bank's memory for sums. */
struct VoiceBankSize
{
    int maxVoices = 1; ///< of each segment
    int maxSegments = 1;
    std::size_t sumBytes = 0; ///< reduces the number of segments to what fits, at least one
};

/** Tables in device memory, memory for sums, and the kernels of a batch as one graph. Each bank has
    its own memory, so a renderer can alternate between banks. The destructor takes the device's
    mutex. */
class VoiceBank final : public PreparedTables
{
public:
    /** Allocates host memory. Throws std::bad_alloc. */
    VoiceBank (std::shared_ptr<SharedDevice> device,
               const std::array<PartialTable, kNumOscillators>& tables, double sampleRateHz)
        : device_ (std::move (device)), tables_ (tables, sampleRateHz)
    {
    }
    ~VoiceBank () override;
    VoiceBank (const VoiceBank&) = delete;
    VoiceBank& operator= (const VoiceBank&) = delete;

    /** Call once. work: all places except the tables. Takes the device's mutex several times, so
        that other threads can use the device in between. Waits for the stream, which no other
        thread may use meanwhile. Fails: outOfMemory, deviceLost. */
    Result<void> prepare (VoiceStream& stream, const VoiceBankSize& size, VoiceWork work);

    const Graph& graph () const noexcept { return graph_; }
    int maxSegments () const noexcept { return maxSegments_; } ///< of one launch

private:
    Result<void> reserve (const VoiceBankSize& size);

    std::shared_ptr<SharedDevice> device_;
    VoiceTables tables_;
    Graph graph_;
    int maxSegments_ = 1;
};

} // namespace melstrom::gpu
