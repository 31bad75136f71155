// The voices of one instance: rendered by the worker on a GPU, or by the audio thread as fallback.
#pragma once

#include "Engine/Live/Voices/LivePatience.h"
#include "Engine/Live/Voices/ShownValues.h"
#include "Engine/Live/Voices/WorkerBlocks.h"
#include "Engine/Realtime/Queues/RecentValues.h"

#include <atomic>
#include <memory>
#include <vector>

namespace melstrom
{

struct LiveVoicesOptions
{
    double sampleRateHz = 48000;
    int maxBlockSamples = 512;
    int latencySamples = 0; ///< from the pushed samples back to the rendered ones
};

/** Two players of the same sound: one on the audio thread with the CPU, one on the worker with a
    GPU. Both render the same output from the same events, so each can continue from a state of the
    other. After each block the worker saves its player's state in the record. When a block is late,
    the audio thread's player continues from the newest saved state; when the worker has caught up,
    the audio thread plays the worker's blocks again. When the ring of eight records is full, the
    audio thread stops submitting until the worker has finished them; the worker then restarts from
    the audio thread's state.
    Threads: audio unless stated otherwise; construct and destroy while no other thread uses it. */
class LiveVoices
{
public:
    /** device: may have a GPU; null: the CPU alone. Fails: outOfMemory, badSpec. */
    static Result<std::unique_ptr<LiveVoices>>
    make (const LiveVoicesOptions& options, std::shared_ptr<LiveDevice> device, const Patch& patch);

    /** Announces the host's block [end of the last one, end); its events are in the timeline. */
    void push (const EventTimeline& events, const SongLine& song, std::int64_t end) noexcept;
    /** Renders samples [start, start + numSamples) of the pushed ones; call for each sample once
        and in order. Returns true if the worker delivered every sample it was asked for. */
    bool render (const EventTimeline& events, const SongLine& song, std::int64_t start, float* left,
                 float* right, int numSamples, const LivePatience& patience) noexcept;
    /** No later call reads events before that sample. */
    std::int64_t oldestNeeded () const noexcept;
    /** No player, not even a late worker's, is before that sample or goes back there: tables that
        have faded out by then are no longer read. */
    std::int64_t oldestUnsounded () const noexcept;

    /** Waits until the worker has finished all records. For offline rendering. */
    void waitForWorker () noexcept;
    /** Waits until a starting GPU is up or has failed: the backend of an offline render must not
        depend on when the render began. Only the first call waits. For offline rendering. */
    void waitForDevice () noexcept;

    /** Requested and ready tables; the caller's `tables` events say when a slot comes into use. */
    TableSlots& tables () noexcept { return tables_; }
    void useSlot (const TableSlots::Ready& ready) noexcept;

    /** tuning: must outlive its use. Not while an audio thread uses this. Waits for the worker. */
    void setTuning (const Tuning& tuning);

    int numVoices () const noexcept { return numVoices_; } ///< thread: any
    /** Sinusoids of one voice with the newest tables in use. */
    std::int64_t numSinusoids () const noexcept { return numSinusoids_; }
    bool isOnGpu () const noexcept { return isOnGpu_; } ///< the output is the worker's. Thread: any
    RecentValues& roundTrips () noexcept { return roundTrips_; } ///< seconds. Thread: any
    bool isLost () const noexcept { return gpu_->isLost (); }    ///< thread: any
    void loseDevice () noexcept { gpu_->lose (); }               ///< for tests. Thread: any
    /** See LiveSynth::shownValues. Thread: one display thread. */
    bool shownValues (PatchValues& values) noexcept { return shown_.read (values); }

private:
    LiveVoices (const LiveVoicesOptions& options, std::unique_ptr<VoicePlayer> local);
    void begin (std::shared_ptr<LiveDevice> device, const VoiceCapacity& capacity); ///< allocates
    void collect () noexcept;
    bool isDone (std::int64_t end) noexcept;
    bool waitUntilDone (std::int64_t end, const LivePatience& patience) noexcept;
    void goLocal (const EventTimeline& events, const SongLine& song, std::int64_t start) noexcept;
    void renderLocal (const EventTimeline& events, const SongLine& song, float* left, float* right,
                      int numSamples) noexcept;

    LiveVoicesOptions options_;
    std::unique_ptr<VoicePlayer> local_;
    TableSlots tables_;
    std::unique_ptr<GpuVoices> gpu_;       ///< set by begin ()
    std::unique_ptr<WorkerBlocks> blocks_; ///< null: the CPU alone
    std::vector<float> scratch_;
    bool isLocal_ = true;    ///< the local player renders and is at the next sample
    bool hasWaited_ = false; ///< for the device (offline)
    std::int64_t numSinusoids_ = 0;

    // Read by other threads.
    RecentValues roundTrips_;
    std::atomic<bool> isOnGpu_ {false};
    std::atomic<int> numVoices_ {0};
    ShownValues shown_;
};

} // namespace melstrom
