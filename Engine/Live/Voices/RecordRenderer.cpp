#include "Engine/Live/Voices/RecordRenderer.h"

#include <utility>

namespace melstrom
{

RecordRenderer::RecordRenderer (LiveRecords& records, GpuVoices& gpu)
    : records_ (records), gpu_ (gpu), worker_ (LiveWorker::shared ())
{
    submitter_ = worker_->add (*this);
}

RecordRenderer::~RecordRenderer ()
{
    worker_->remove (*this);
    if (isBegun_)
        (void)gpu_.player ()->finish (); // it reads tables that are destroyed next
}

void RecordRenderer::setTuning (const Tuning& tuning)
{
    worker_->remove (*this);
    tuning_ = &tuning;
    if (VoicePlayer* const player = gpu_.player ())
        player->setTuning (tuning);
    submitter_ = worker_->add (*this);
}

/** Works on all pushed records, or until the device is busy with one. */
bool RecordRenderer::work () noexcept
{
    bool hasWorked = false;
    while (records_.numDone () < records_.numPushed ())
    {
        LiveRecord& record = records_[records_.numDone ()];
        if (! isBegun_)
            begin (record);
        hasWorked = true;
        if (isBegun_ && ! gpu_.player ()->isReady ())
            break;
        finish (record);
        record.doneAt = std::chrono::steady_clock::now ();
        records_.finishOne ();
    }
    return hasWorked;
}

void RecordRenderer::begin (LiveRecord& record) noexcept
{
    if (gpu_.isLost ())
        return;
    VoicePlayer& player = *gpu_.player ();
    follow (record, player);
    record.isResync = false; // the ring reuses the record
    const auto numSamples = static_cast<int> (record.end - record.start);
    player.begin (
        {record.events, &record.song, record.left.data (), record.right.data (), numSamples});
    isBegun_ = true;
    if (player.isAllBegun ())
        writeDown (record); // while the device computes
}

/** Applies the record's new tables and, for a resync, tuning and state. */
void RecordRenderer::follow (const LiveRecord& record, VoicePlayer& player) noexcept
{
    for (std::size_t slot = 0; slot < knownSlots_.size (); ++slot)
        if (const SlotTables& tables = record.slots[slot];
            tables.prepared != nullptr && tables != knownSlots_[slot])
        {
            player.setSlot (static_cast<int> (slot), tables.prepared, tables.centreShares);
            knownSlots_[slot] = tables;
        }
    if (! record.isResync)
        return;
    if (tuning_ != nullptr)
        player.setTuning (*tuning_); // the player may be newer than the tuning
    player.restore (record.state);
}

void RecordRenderer::finish (LiveRecord& record) noexcept
{
    const bool isWrittenDown = isBegun_ && gpu_.player ()->isAllBegun ();
    if (std::exchange (isBegun_, false) && ! gpu_.player ()->finish ())
        gpu_.lose ();
    record.hasFailed = gpu_.isLost ();
    if (! record.hasFailed && ! isWrittenDown)
        writeDown (record);
}

/** Saves the player's state and the values for displays. */
void RecordRenderer::writeDown (LiveRecord& record) noexcept
{
    VoicePlayer& player = *gpu_.player ();
    player.save (record.state);
    record.numVoices = player.numSounding ();
    record.isShown = record.isShown && player.newestVoiceValues (record.shown);
}

} // namespace melstrom
