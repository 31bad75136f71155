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

/** All that it takes to sound a block, and what it sounds like: written by the audio thread, then by the worker, then read. */
struct LiveRecord
{
    LiveRecord (double sampleRateHz, std::size_t maxSamples, std::size_t maxEvents)
        : state (sampleRateHz), left (maxSamples), right (maxSamples)
    {
        events.reserve (maxEvents);
    }

    std::int64_t start = 0, end = 0;
    std::vector<SynthEvent> events; ///< of [start, end), and no more than it has room for
    SongLine song;
    /** what those that were chosen last mean to the worker's player; null: what they meant to it */
    SlotTablesList slots;
    /** In: where to begin, if `isResync`; events are from state.sample on. Out: where a player can go on from after the block. */
    VoicePlayerState state;
    bool isResync = false;

    std::vector<float> left, right; ///< voices without effects; the first end - start
    std::chrono::steady_clock::time_point pushedAt, doneAt;
    bool hasFailed = false; ///< the device is lost, `state` holds nothing
    int numVoices = 0;
    bool isShown = false; ///< in: somebody looks; out: `shown` holds the newest voice's values
    PatchValues shown;
};

/** A ring of records. Indices count on for ever; a record's place is its index modulo kPlaces.
    Threads: the audio thread writes records from numPushed on and makes them the worker's by `push`; the worker works on those from
    numDone to numPushed and gives them back by `finishOne`. */
class LiveRecords
{
public:
    static constexpr std::int64_t kPlaces = 8;

    /** Allocates; std::bad_alloc. */
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
    /** Nobody works: both threads stand still. */
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
