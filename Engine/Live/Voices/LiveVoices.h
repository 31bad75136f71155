// The voices of one instance: sounded by the worker on a GPU, or by the audio thread where the worker is not done in time.
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
    /** A worker that has not come back by then never will, for all that one who renders a file can tell. */
    static constexpr std::chrono::seconds kOffline {10};
    /** For those who render a file: until it is so, or will never be. Polls; thread: any. */
    template <typename Condition>
    static void waitOffline (Condition isSo)
    {
        using Clock = std::chrono::steady_clock;
        const auto last = Clock::now () + kOffline;
        while (! isSo () && Clock::now () < last)
            std::this_thread::sleep_for (std::chrono::microseconds (20));
    }

    bool isOffline = false; ///< as long as it takes
    /** looks until then; empty: once */
    std::optional<std::chrono::steady_clock::time_point> deadline;
};

struct LiveVoicesOptions
{
    double sampleRateHz = 48000;
    int maxBlockSamples = 512;
    int latencySamples = 0; ///< how far rendering lies behind what is pushed
};

/** Two players of the same sound, one on the audio thread with the CPU, one on the worker with a GPU. Both make the same of the
    same events, so that either can go on where the other is: the worker writes down after each block where its player is, and the
    audio thread begins there when a block does not come; once the worker is there again its blocks are taken again. A worker that has not
    taken a block for so long that there is no room for the next gets no more of them until it is done, and then goes on from where the audio thread is.
    Threads: audio where not said otherwise; construction and destruction while no other is in it. */
class LiveVoices final : public LiveClient
{
public:
    /** device: where a GPU comes from, if there is one; null: the CPU alone. Fails: outOfMemory, badSpec. */
    static Result<std::unique_ptr<LiveVoices>>
    make (const LiveVoicesOptions& options, std::shared_ptr<LiveDevice> device, const Patch& patch);
    ~LiveVoices () override;

    /** A block of the host has come: [the end of the last one, end). Its events are in the timeline. */
    void push (const EventTimeline& events, const SongLine& song, std::int64_t end) noexcept;
    /** Samples [start, start + numSamples), each once and in order, of what was pushed. true: none of it was the worker's to make, or it made it. */
    bool render (const EventTimeline& events, const SongLine& song, std::int64_t start, float* left,
                 float* right, int numSamples, const LivePatience& patience) noexcept;
    /** Events before that sample will not be asked for again. */
    std::int64_t oldestNeeded () const noexcept;
    /** No player is before that sample, nor goes back there, not a worker that is late either: tables that have faded until then are
        looked at no more. */
    std::int64_t oldestUnsounded () const noexcept;

    /** Until the worker has done all that it was given. For those who render a file. */
    void waitForWorker () noexcept;
    /** Until a GPU that starts is there or will never be: who sounds a file must not depend on when it began. The first
        call alone waits. For those who render a file. */
    void waitForDevice () noexcept;

    /** Tables: requests and what is ready; the caller says by events when slots are used. */
    TableSlots& tables () noexcept { return tables_; }
    void useSlot (const TableSlots::Ready& ready) noexcept;

    /** Must outlive its use. Not while an audio thread is in it; waits for the worker. */
    void setTuning (const Tuning& tuning);

    int numVoices () const noexcept { return numVoices_; } ///< thread: any
    /** Of a voice, with the tables that were chosen last. */
    std::int64_t numSinusoids () const noexcept { return numSinusoids_; }
    bool isOnGpu () const noexcept
    {
        return isOnGpu_;
    } ///< the worker's blocks are what is heard. Thread: any
    RecentValues& roundTrips () noexcept { return roundTrips_; }      ///< seconds. Thread: any
    bool isLost () const noexcept { return gpu_ && gpu_->isLost (); } ///< thread: any
    void loseDevice () noexcept { gpu_->lose (); }                    ///< for tests. Thread: any
    /** What somebody looks at: see LiveSynth::shownValues. Thread: one that shows it. */
    bool shownValues (PatchValues& values) noexcept;

    // The worker's.
    bool work () noexcept override;
    bool isUrgent () const noexcept override { return gpu_->isThere (); }
    bool isWaiting () const noexcept override { return isBegun_; }

private:
    LiveVoices (const LiveVoicesOptions& options, const VoiceCapacity& capacity,
                std::unique_ptr<VoicePlayer> local);
    void begin (std::shared_ptr<LiveDevice> device); ///< allocates
    /** Of samples from `start` on that the worker has made, and copies them. */
    int takeDone (std::int64_t start, float* left, float* right, int numSamples) noexcept;
    bool isDone (std::int64_t end) noexcept;
    bool canAttach () const noexcept;
    bool waitUntilDone (std::int64_t end, const LivePatience& patience) noexcept;
    void goLocal (const EventTimeline& events, const SongLine& song, std::int64_t start) noexcept;
    void renderLocal (const EventTimeline& events, const SongLine& song, float* left, float* right,
                      int numSamples) noexcept;
    void attach (const EventTimeline& events, const SongLine& song, std::int64_t end) noexcept;
    /** false: it has no room for so much. */
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
    std::unique_ptr<GpuVoices> gpu_; ///< once it has begun
    // audio
    std::unique_ptr<LiveRecords> records_;
    std::vector<float> scratch_;
    SlotTablesList gpuSlots_;      ///< as records tell the worker
    std::int64_t recordEnd_ = 0;   ///< of what is in records
    std::int64_t firstRecord_ = 0; ///< since the worker was given where to begin
    std::int64_t read_ = 0;        ///< the record that is read next
    /** the newest record that a player can go on from; -1: the local one where it is */
    std::int64_t anchor_ = -1;
    std::int64_t numSeenDone_ = 0;
    bool isAttached_ = false; ///< the worker gets what comes
    bool isLocal_ = true;     ///< the local player is at the next sample
    bool hasWaited_ = false;  ///< for the device
    std::int64_t numSinusoids_ = 0;

    // worker
    bool isBegun_ = false;           ///< the GPU is at the oldest record that is not done
    SlotTablesList knownSlots_;      ///< to its player
    const Tuning* tuning_ = nullptr; ///< changes while the worker does not know of this

    // both, and those who look
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
