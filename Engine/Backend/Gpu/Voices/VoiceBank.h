// What a patch needs on a GPU.
#pragma once

#include "Engine/Backend/Gpu/Voices/VoiceStream.h"
#include "Engine/Backend/Gpu/Voices/VoiceTables.h"
#include "Engine/Backend/VoiceRenderer.h"

namespace melstrom::cuda
{

/** How large a bank's memory for sums is made. */
struct VoiceBankSize
{
    int maxVoices = 1; ///< of a segment
    int maxSegments = 1;
    std::size_t sumBytes = 0; ///< fewer segments where they take more, but one in any case
};

/** Tables in device memory, memory for sums, and the kernels of a batch as one graph. Memory of its own, so that banks
    are used in turns. Takes the device's mutex when it goes. */
class VoiceBank final : public PreparedTables
{
public:
    /** Allocates on the host: std::bad_alloc. */
    VoiceBank (std::shared_ptr<SharedDevice> device,
               const std::array<PartialTable, kNumOscillators>& tables, double sampleRateHz)
        : device_ (std::move (device)), tables_ (tables, sampleRateHz)
    {
    }
    ~VoiceBank () override;
    VoiceBank (const VoiceBank&) = delete;
    VoiceBank& operator= (const VoiceBank&) = delete;

    /** Once. work: where all lies but the tables. Takes the device's mutex several times, so that others come in between,
        and waits for the stream, which is to be nobody else's meanwhile. Fails: outOfMemory, deviceLost. */
    Result<void> prepare (VoiceStream& stream, const VoiceBankSize& size, VoiceWork work);

    const Graph& graph () const noexcept { return graph_; }
    int maxSegments () const noexcept { return maxSegments_; } ///< of a launch

private:
    Result<void> reserve (const VoiceBankSize& size);

    std::shared_ptr<SharedDevice> device_;
    VoiceTables tables_;
    Graph graph_;
    int maxSegments_ = 1;
};

} // namespace melstrom::cuda
