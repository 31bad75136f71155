// Voices on the CPU: the backend that every machine has.
#pragma once

#include "Engine/Backend/Cpu/Voices/VoiceSum.h"
#include "Engine/Backend/Cpu/WorkerPool.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <optional>

namespace melstrom
{

using LaneTables = std::array<LanePartials, kNumOscillators>;

/** With one thread, `render` neither allocates, waits nor locks. With more threads it gives
    segments to a pool and waits: for offline rendering, not for an audio thread. The bits are the
    same. */
class CpuVoiceRenderer final : public VoiceRenderer
{
public:
    /** Allocates. Throws std::bad_alloc, and std::system_error if a thread cannot be started.
        numThreads: from 1 */
    CpuVoiceRenderer (double sampleRateHz, int numThreads);

    std::string name () const override { return "cpu"; }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) override;
    void useTables (const PreparedTables* tables) noexcept override;
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override;

private:
    void renderSegment (VoiceSum& sum, const VoiceBatch& batch, int segment, float* left,
                        float* right) const noexcept;
    void renderShared (const VoiceBatch& batch, float* left, float* right) noexcept;

    double sampleRateHz_;
    const LaneTables* tables_ = nullptr; ///< null: silence
    std::vector<VoiceSum> sums_;         ///< one a thread; the last for the caller
    /** State of the batch that the threads share. Members instead of locals, because the last
        worker touches them after `render` has gone on. */
    std::atomic<int> nextSegment_ {0}, numWorking_ {0};
    std::optional<WorkerPool> pool_;
};

} // namespace melstrom
