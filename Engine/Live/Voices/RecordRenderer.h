// Renders records of an instance on a GPU: the worker's side of LiveVoices.
#pragma once

#include "Engine/Live/Voices/GpuVoices.h"
#include "Engine/Live/Voices/LiveRecord.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <memory>

namespace melstrom
{

/** Renders pushed records in order with the GPU's player, and saves the player's state in each.
    Threads: construct, destroy and setTuning while no audio thread uses the records. */
class RecordRenderer final : public LiveClient
{
public:
    /** records, gpu: must outlive this. Throws std::bad_alloc, std::system_error. */
    RecordRenderer (LiveRecords& records, GpuVoices& gpu);
    ~RecordRenderer () override;

    /** Call after a record is pushed. Thread: audio. */
    void submit () noexcept { submitter_->submit (); }
    /** tuning: must outlive its use. Waits for the worker. */
    void setTuning (const Tuning& tuning);

    // Thread: worker.
    bool work () noexcept override;
    bool isUrgent () const noexcept override { return gpu_.isThere (); }
    bool isWaiting () const noexcept override { return isBegun_; }

private:
    void begin (LiveRecord& record) noexcept;
    void follow (const LiveRecord& record, VoicePlayer& player) noexcept;
    void finish (LiveRecord& record) noexcept;
    void writeDown (LiveRecord& record) noexcept;

    LiveRecords& records_;
    GpuVoices& gpu_;
    bool isBegun_ = false;           ///< the GPU renders the oldest unfinished record
    SlotTablesList knownSlots_;      ///< to the GPU's player
    const Tuning* tuning_ = nullptr; ///< changes only while removed from the worker
    std::shared_ptr<LiveWorker> worker_;
    std::unique_ptr<LiveWorker::Submitter> submitter_;
};

} // namespace melstrom
