// Partial tables on their way from parameters to those who sound them.
#pragma once

#include "Engine/Live/Voices/VoicePlayer.h"
#include "Engine/Realtime/Queues/SpscRing.h"
#include "Engine/Spec/Patch/Patch.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace melstrom
{

/** Makes tables in the background for an audio thread that asks for them. Both players know them by the number of their slot.
    Threads: as each function says; those of one thread one at a time. */
class TableSlots
{
public:
    using Drawings = std::array<std::vector<float>, kNumOscillators>;

    struct Ready
    {
        int slot = 0;
        const PreparedTables* cpu = nullptr;
        const PreparedTables* gpu = nullptr; ///< null: its player has none, or knows them already
        std::array<float, kNumOscillators> centreShares {};
        std::int64_t numSinusoids = 0; ///< of a voice, of all copies
    };

    /** cpu: the renderer of the audio thread's player; must outlive this. */
    explicit TableSlots (VoiceRenderer& cpu);
    ~TableSlots ();

    /** Of a sound at the beginning: slot 0. Before any other thread. Fails: outOfMemory. */
    Result<Ready> makeFirst (const Patch& patch);

    // Audio: wait-free.
    /** false: too many are under way, ask again. */
    bool tryRequest (const PatchValues& values) noexcept;
    /** Whether something was asked for, or drawn, that is not ready yet. */
    bool isMaking () const noexcept
    {
        return numAsked_.load (std::memory_order_acquire) !=
               numMade_.load (std::memory_order_acquire);
    }
    /** Tables to be used from now on; they are the caller's until `release`. */
    std::optional<Ready> takeReady () noexcept;
    /** No player uses that slot any more, and no state that one may go on from. */
    void release (int slot) noexcept { released_.tryPush (slot); }

    // Message thread.
    void setDrawings (const Drawings& drawings);

    // Background.
    /** Makes what was asked for last. Returns whether it did anything. */
    bool work () noexcept;
    /** From now on all slots are prepared for that player's renderer as well; it is nobody else's yet, and gets those that are
        there. null: its device is lost. Fails: outOfMemory, deviceLost. */
    Result<void> setGpuPlayer (VoicePlayer* player);
    /** Tables could not be had on the GPU: its player lacks a slot from now on. Thread: any. */
    bool hasGpuFault () const noexcept { return hasGpuFault_; }

private:
    struct Slot
    {
        bool isTaken = false;
        std::array<PartialTable, kNumOscillators> tables;
        std::array<float, kNumOscillators> centreShares {};
        std::unique_ptr<PreparedTables> cpu, gpu;
    };
    Result<void> fill (Slot& slot);
    Result<void> prepareForGpu (Slot& slot);
    Ready readyOf (const Slot& slot) const noexcept;
    void countRequest () noexcept { numAsked_.fetch_add (1, std::memory_order_acq_rel); }
    Slot* freeSlot () noexcept;

    VoiceRenderer& cpu_;
    VoiceRenderer* gpu_ = nullptr;
    std::atomic<bool> hasGpuFault_ {false};
    Patch patch_; ///< what tables are made of: numbers as they were asked for last, and drawings
    std::array<Slot, kTableSlots> slots_;
    SpscRing<PatchValues> requests_ {8};
    SpscRing<Ready> ready_ {kTableSlots};
    SpscRing<int> released_ {kTableSlots};
    std::atomic<std::int64_t> numAsked_ {0}, numMade_ {0};

    std::mutex mutex_; ///< message thread and background
    std::optional<Drawings> newDrawings_;
};

} // namespace melstrom
