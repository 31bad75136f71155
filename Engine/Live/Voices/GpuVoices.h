// What makes an instance's voices ready to be sounded: tables, and a player on a GPU.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Live/Voices/TableSlots.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <atomic>

namespace melstrom
{

/** Works in the background, so that nobody's voices wait while another instance comes or a table is made. Makes the
    tables that are asked for, and a player on the GPU as soon as there is one; from then on tables for both.
    Threads: construction and destruction where no other is in it. */
class GpuVoices final : public LiveClient
{
public:
    /** device: null: the CPU alone. tables: must outlive this, and be worked on by nobody else. A device that is there
        already has its player when this returns. Throws std::bad_alloc, std::system_error. */
    GpuVoices (std::shared_ptr<LiveDevice> device, const VoiceCapacity& capacity,
               TableSlots& tables);
    ~GpuVoices () override;

    /** null: not yet, or never. It is the caller's until this ends. Thread: the one that sounds it. */
    VoicePlayer* player () noexcept { return isThere () ? player_.get () : nullptr; }
    bool isThere () const noexcept { return isThere_.load (std::memory_order_acquire); } ///< any
    /** It is there, or will never be. Thread: any. */
    bool isSettled () const noexcept
    {
        return isThere () || isLost () || ! device_ || device_->state () == LiveDevice::State::cpu;
    }
    /** There was one, or there was to be one: it is not to be used any more. Thread: any. */
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
