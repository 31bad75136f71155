// The voices of one instance: rendered by the worker on a GPU, or by the audio thread as fallback.
#pragma once

#include "Engine/Live/Voices/GpuVoices.h"
#include "Engine/Live/Voices/LiveRecord.h"
#include "Engine/Realtime/Queues/EventTimeline.h"
#include "Engine/Realtime/Queues/RecentValues.h"

#include <chrono>
#include <optional>
#include <thread>

namespace melstrom
{

/** How long an audio thread waits for the worker. */
struct LivePatience
{
    /** Offline, a worker that has not answered within this time counts as hung. */
    static constexpr std::chrono::seconds kOffline {10};
    /** For offline rendering: polls until the condition holds, for kOffline at most.
        Thread: any. */
    template <typename Condition>
    static void waitOffline (Condition isSo)
    {
        using Clock = std::chrono::steady_clock;
        const auto last = Clock::now () + kOffline;
        while (! isSo () && Clock::now () < last)
            std::this_thread::sleep_for (std::chrono::microseconds (20));
    }

    bool isOffline = false; ///< waits up to kOffline
    /** polls until then; empty: looks once */
    std::optional<std::chrono::steady_clock::time_point> deadline;
};

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
class LiveVoices final : public LiveClient
{
public:
    /** device: may have a GPU; null: the CPU alone. Fails: outOfMemory, badSpec. */
    static Result<std::unique_ptr<LiveVoices>>
    make (const LiveVoicesOptions& options, std::shared_ptr<LiveDevice> device, const Patch& patch);
    ~LiveVoices () override;

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
    RecentValues& roundTrips () noexcept { return roundTrips_; }      ///< seconds. Thread: any
    bool isLost () const noexcept { return gpu_ && gpu_->isLost (); } ///< thread: any
    void loseDevice () noexcept { gpu_->lose (); }                    ///< for tests. Thread: any
    /** See LiveSynth::shownValues. Thread: one display thread. */
    bool shownValues (PatchValues& values) noexcept;

    // Thread: worker.
    bool work () noexcept override;
    bool isUrgent () const noexcept override { return gpu_->isThere (); }
    bool isWaiting () const noexcept override { return isBegun_; }

private:
    LiveVoices (const LiveVoicesOptions& options, const VoiceCapacity& capacity,
                std::unique_ptr<VoicePlayer> local);
    void begin (std::shared_ptr<LiveDevice> device); ///< allocates
    /** Copies samples that the worker has rendered, from `start` on; returns their number. */
    int takeDone (std::int64_t start, float* left, float* right, int numSamples) noexcept;
    bool isDone (std::int64_t end) noexcept;
    bool canAttach () const noexcept;
    bool waitUntilDone (std::int64_t end, const LivePatience& patience) noexcept;
    void goLocal (const EventTimeline& events, const SongLine& song, std::int64_t start) noexcept;
    void renderLocal (const EventTimeline& events, const SongLine& song, float* left, float* right,
                      int numSamples) noexcept;
    void attach (const EventTimeline& events, const SongLine& song, std::int64_t end) noexcept;
    /** Fills the record and submits it; false: the block does not fit into it. */
    bool hand (LiveRecord& record, const EventTimeline& events, const SongLine& song,
               std::int64_t start, std::int64_t end) noexcept;
    bool hasPlace () const noexcept;
    void noteDone () noexcept;
    void show (const PatchValues* values) noexcept;
    // worker
    void follow (const LiveRecord& record, VoicePlayer& player) noexcept;
    void begin (LiveRecord& record) noexcept;
    void finish (LiveRecord& record) noexcept;
    void writeDown (LiveRecord& record) noexcept;

    LiveVoicesOptions options_;
    VoiceCapacity capacity_;
    std::unique_ptr<VoicePlayer> local_;
    TableSlots tables_;
    std::unique_ptr<GpuVoices> gpu_; ///< set by begin ()
    // audio
    std::unique_ptr<LiveRecords> records_;
    std::vector<float> scratch_;
    SlotTablesList gpuSlots_;      ///< copied into each record for the worker
    std::int64_t recordEnd_ = 0;   ///< end of the newest record
    std::int64_t firstRecord_ = 0; ///< of the current attachment
    std::int64_t read_ = 0;        ///< the next record to read
    /** newest record with a state to continue from; -1: none, the local player's own state */
    std::int64_t anchor_ = -1;
    std::int64_t numSeenDone_ = 0;
    bool isAttached_ = false; ///< the worker gets new blocks
    bool isLocal_ = true;     ///< the local player renders and is at the next sample
    bool hasWaited_ = false;  ///< for the device (offline)
    std::int64_t numSinusoids_ = 0;

    // worker
    bool isBegun_ = false;           ///< the GPU renders the oldest unfinished record
    SlotTablesList knownSlots_;      ///< to the GPU's player
    const Tuning* tuning_ = nullptr; ///< changes only while removed from the worker

    // both, and display threads
    RecentValues roundTrips_;
    std::atomic<bool> isOnGpu_ {false};
    std::atomic<int> numVoices_ {0};
    std::atomic<int> wantsShown_ {0};
    std::atomic<bool> hasShown_ {false};
    std::array<std::atomic<float>, kNumPatchKeys> shown_ {};
    std::shared_ptr<LiveWorker> worker_;
    std::unique_ptr<LiveWorker::Submitter> submitter_;
};

} // namespace melstrom
