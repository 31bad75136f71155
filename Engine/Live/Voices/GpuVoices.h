// Background work for an instance's voices: partial tables, and a player on a GPU.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Live/Voices/TableSlots.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <atomic>

namespace melstrom
{

/** Makes the requested tables and, once a GPU is up, a player on it; from then on tables for both
    players. It works on the background thread, so that no instance's voices wait for tables or for
    the start of another instance.
    Threads: construct and destroy it while no other thread uses it. */
class GpuVoices final : public LiveClient
{
public:
    /** device: null: the CPU alone. tables: must outlive this; no other object may call its `work`.
        If the GPU is already up, its player exists when the constructor returns.
        Throws std::bad_alloc, std::system_error. */
    GpuVoices (std::shared_ptr<LiveDevice> device, const VoiceCapacity& capacity,
               TableSlots& tables);
    ~GpuVoices () override;

    /** The GPU's player; null: not yet, or never. Valid until destruction.
        Thread: the thread that renders with it. */
    VoicePlayer* player () noexcept { return isThere () ? player_.get () : nullptr; }
    bool isThere () const noexcept { return isThere_.load (std::memory_order_acquire); } ///< any
    /** True once the player exists or never will. Thread: any. */
    bool isSettled () const noexcept
    {
        return isThere () || isLost () || ! device_ || device_->state () == LiveDevice::State::cpu;
    }
    /** True once the GPU has failed, also during its start: its player must not be used.
        Thread: any. */
    bool isLost () const noexcept { return isLost_ || tables_.hasGpuFault (); }
    void lose () noexcept { isLost_ = true; } ///< any

    bool work () noexcept override;

private:
    void bringUp () noexcept;

    std::shared_ptr<LiveDevice> device_;
    VoiceCapacity capacity_;
    TableSlots& tables_;
    std::unique_ptr<VoicePlayer> player_;
    std::atomic<bool> isThere_ {false}, isLost_ {false};
    std::shared_ptr<LiveWorker> worker_;
    std::unique_ptr<LiveWorker::Submitter> submitter_;
};

} // namespace melstrom
