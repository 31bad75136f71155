// Blocks on their way from an audio thread to the worker and back.
#pragma once

#include "Engine/Live/Voices/VoicePlayer.h"
#include "Engine/Realtime/Control/SongLine.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

namespace melstrom
{

/** Input and output of one block. The audio thread writes the input, the worker renders, the audio
    thread reads the output. */
struct LiveRecord
{
    LiveRecord (double sampleRateHz, std::size_t maxSamples, std::size_t maxEvents)
        : state (sampleRateHz), left (maxSamples), right (maxSamples)
    {
        events.reserve (maxEvents);
    }

    std::int64_t start = 0, end = 0;
    std::vector<SynthEvent> events; ///< of [start, end); never more than its capacity
    SongLine song;
    /** tables of each slot for the worker's player; null: the player keeps its tables */
    SlotTablesList slots;
    /** In, if `isResync`: the state to start from; events then begin at state.sample. Out: the
        state after the block, from which another player can continue. */
    VoicePlayerState state;
    bool isResync = false;

    std::vector<float> left, right; ///< voices without effects; the first end - start
    std::chrono::steady_clock::time_point pushedAt, doneAt;
    bool hasFailed = false; ///< the device is lost, `state` is invalid
    int numVoices = 0;
    bool isShown = false; ///< in: a display asks; out: `shown` holds the newest voice's values
    PatchValues shown;
};

/** A ring of records. Indices never wrap; a record's place is its index modulo kPlaces.
    Threads: the audio thread owns records from numPushed on and hands one to the worker by `push`.
    The worker owns records [numDone, numPushed) and hands one back by `finishOne`. */
class LiveRecords
{
public:
    static constexpr std::int64_t kPlaces = 8;

    /** Allocates. Throws std::bad_alloc. */
    LiveRecords (double sampleRateHz, std::size_t maxSamples, std::size_t maxEvents)
    {
        for (auto& record : records_)
            record = std::make_unique<LiveRecord> (sampleRateHz, maxSamples, maxEvents);
    }

    LiveRecord& operator[] (std::int64_t index) noexcept
    {
        return *records_[static_cast<std::size_t> (index % kPlaces)];
    }

    std::int64_t numPushed () const noexcept { return pushed_.load (std::memory_order_acquire); }
    std::int64_t numDone () const noexcept { return done_.load (std::memory_order_acquire); }
    void push () noexcept // audio
    {
        pushed_.store (pushed_.load (std::memory_order_relaxed) + 1, std::memory_order_release);
    }
    void finishOne () noexcept // worker
    {
        done_.store (done_.load (std::memory_order_relaxed) + 1, std::memory_order_release);
    }
    /** Only while neither thread uses the ring. */
    void clear () noexcept
    {
        pushed_ = 0;
        done_ = 0;
    }

private:
    std::array<std::unique_ptr<LiveRecord>, kPlaces> records_;
    std::atomic<std::int64_t> pushed_ {0}, done_ {0};
};

} // namespace melstrom
