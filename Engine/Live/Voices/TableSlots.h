// Slots of partial tables: requested by the audio thread, made in the background.
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

/** Makes tables in the background on request of an audio thread. Both players address tables by
    slot number. Threads: see each function; calls of one thread's group never overlap. */
class TableSlots
{
public:
    using Drawings = std::array<std::vector<float>, kNumOscillators>;

    struct Ready
    {
        int slot = 0;
        const PreparedTables* cpu = nullptr;
        const PreparedTables* gpu = nullptr; ///< null: no GPU player, or it already has them
        std::array<float, kNumOscillators> centreShares {};
        std::int64_t numSinusoids = 0; ///< of one voice, all copies
    };

    /** cpu: the renderer of the audio thread's player; must outlive this. */
    explicit TableSlots (VoiceRenderer& cpu);
    ~TableSlots ();

    /** Makes the first patch's tables in slot 0. Call before other threads use this.
        Fails: outOfMemory. */
    Result<Ready> makeFirst (const Patch& patch);

    // Audio thread: wait-free.
    /** false: the request queue is full; try again. */
    bool tryRequest (const PatchValues& values) noexcept;
    /** Whether a request or a drawing is not processed yet. */
    bool isMaking () const noexcept
    {
        return numAsked_.load (std::memory_order_acquire) !=
               numMade_.load (std::memory_order_acquire);
    }
    /** The newest ready tables; the caller owns their slot until `release`. */
    std::optional<Ready> takeReady () noexcept;
    /** Call once no player uses the slot, nor any state that a player may resume from. */
    void release (int slot) noexcept { released_.tryPush (slot); }

    // Message thread.
    void setDrawings (const Drawings& drawings);

    // Background.
    /** Makes tables for the newest request. Returns whether it did anything. */
    bool work () noexcept;
    /** Prepares all slots for that player's renderer too, from now on, and gives it the tables of
        taken slots. No other thread may use the player yet. null: no GPU player any more.
        Fails: outOfMemory, deviceLost. */
    Result<void> setGpuPlayer (VoicePlayer* player);
    /** True after tables could not be prepared on the GPU: its player lacks a slot. Thread: any. */
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
    Patch patch_; ///< source of tables: the newest requested values, and drawings
    std::array<Slot, kTableSlots> slots_;
    SpscRing<PatchValues> requests_ {8};
    SpscRing<Ready> ready_ {kTableSlots};
    SpscRing<int> released_ {kTableSlots};
    std::atomic<std::int64_t> numAsked_ {0}, numMade_ {0};

    std::mutex mutex_; ///< of newDrawings_: message thread and background
    std::optional<Drawings> newDrawings_;
};

} // namespace melstrom
