#include "Engine/Live/Voices/LiveVoices.h"

#include "Engine/Core/Guarded.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kMaxRecordEvents = 1024;

std::int64_t controlPointBefore (std::int64_t sample) noexcept
{
    return sample / kControlSamples * kControlSamples;
}

/** Least length of a record in samples: a record joins short blocks, so that few records are in
    flight. The latency covers samples that are not submitted yet. */
std::int64_t leastRecord (const LiveVoicesOptions& options) noexcept
{
    return std::max (options.latencySamples / 4, 1);
}
} // namespace

LiveVoices::LiveVoices (const LiveVoicesOptions& options, const VoiceCapacity& capacity,
                        std::unique_ptr<VoicePlayer> local)
    : options_ (options), capacity_ (capacity), local_ (std::move (local)),
      tables_ (local_->renderer ()), scratch_ (2 * kControlSamples)
{
}

Result<std::unique_ptr<LiveVoices>> LiveVoices::make (const LiveVoicesOptions& options,
                                                      std::shared_ptr<LiveDevice> device,
                                                      const Patch& patch)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<LiveVoices>>
        {
            MELSTROM_TRY (patch.validate ());
            VoiceCapacity capacity;
            capacity.sampleRateHz = options.sampleRateHz;
            capacity.maxSegments =
                std::clamp (options.maxBlockSamples / kControlSamples + 2, 2, 16);
            MELSTROM_TRY_VALUE (auto renderer, makeCpuVoiceRenderer (capacity, 1));
            MELSTROM_TRY_VALUE (auto local, VoicePlayer::make (std::move (renderer), capacity));
            std::unique_ptr<LiveVoices> made (
                new LiveVoices (options, capacity, std::move (local)));
            MELSTROM_TRY_VALUE (const auto first, made->tables_.makeFirst (patch));
            made->useSlot (first);
            made->local_->jumpTo (patch, first.slot);
            made->begin (std::move (device));
            return made;
        });
}

void LiveVoices::begin (std::shared_ptr<LiveDevice> device)
{
    const bool mayHaveGpu = device && device->state () != LiveDevice::State::cpu;
    gpu_ = std::make_unique<GpuVoices> (std::move (device), capacity_, tables_);
    if (mayHaveGpu)
    {
        const auto most = static_cast<std::size_t> (
            3 * std::max (options_.maxBlockSamples, options_.latencySamples) + 2 * kControlSamples);
        records_ = std::make_unique<LiveRecords> (options_.sampleRateHz, most, kMaxRecordEvents);
        worker_ = LiveWorker::shared ();
        submitter_ = worker_->add (*this);
    }
}

LiveVoices::~LiveVoices ()
{
    if (submitter_)
        worker_->remove (*this);
    if (isBegun_)
        (void)gpu_->player ()->finish (); // it reads tables that are destroyed next
}

void LiveVoices::setTuning (const Tuning& tuning)
{
    if (submitter_)
        worker_->remove (*this);
    tuning_ = &tuning;
    local_->setTuning (tuning);
    if (VoicePlayer* const player = gpu_->player ())
        player->setTuning (tuning);
    if (submitter_)
        submitter_ = worker_->add (*this);
}

void LiveVoices::useSlot (const TableSlots::Ready& ready) noexcept
{
    numSinusoids_ = ready.numSinusoids;
    local_->setSlot (ready.slot, ready.cpu, ready.centreShares);
    gpuSlots_[static_cast<std::size_t> (ready.slot)] = {ready.gpu, ready.centreShares};
}

bool LiveVoices::canAttach () const noexcept
{
    return gpu_->isThere () && ! isLost () && isLocal_ &&
           records_->numDone () == records_->numPushed ();
}

bool LiveVoices::hasPlace () const noexcept
{
    std::int64_t oldest = std::min (read_, numSeenDone_);
    if (anchor_ >= 0)
        oldest = std::min (oldest, anchor_);
    return records_->numPushed () - oldest < LiveRecords::kPlaces;
}

void LiveVoices::push (const EventTimeline& events, const SongLine& song, std::int64_t end) noexcept
{
    if (! records_)
        return;
    if (! isAttached_ && canAttach ())
        return attach (events, song, end);
    if (! isAttached_ || end - recordEnd_ < leastRecord (options_))
        return;
    LiveRecord& record = (*records_)[records_->numPushed ()];
    if (! hasPlace () || ! hand (record, events, song, recordEnd_, end))
        isAttached_ = false;
}

void LiveVoices::attach (const EventTimeline& events, const SongLine& song,
                         std::int64_t end) noexcept
{
    const std::int64_t index = records_->numPushed ();
    LiveRecord& record = (*records_)[index];
    local_->save (record.state);
    record.isResync = true;
    if (! hand (record, events, song, record.state.sample, end))
        return;
    isAttached_ = true;
    firstRecord_ = read_ = numSeenDone_ = index;
    anchor_ = -1;
}

bool LiveVoices::hand (LiveRecord& record, const EventTimeline& events, const SongLine& song,
                       std::int64_t start, std::int64_t end) noexcept
{
    const auto within = events.between (start, end);
    if (within.size () > record.events.capacity () ||
        end - start > static_cast<std::int64_t> (record.left.size ()))
        return false;
    record.events.assign (within.begin (), within.end ());
    record.song = song;
    record.slots = gpuSlots_;
    record.start = start;
    record.end = end;
    record.hasFailed = false;
    record.isShown = wantsShown_.load (std::memory_order_relaxed) > 0;
    record.pushedAt = std::chrono::steady_clock::now ();
    recordEnd_ = end;
    records_->push ();
    submitter_->submit ();
    return true;
}

std::int64_t LiveVoices::oldestNeeded () const noexcept
{
    return anchor_ >= firstRecord_ && ! isLocal_ ? (*records_)[anchor_].state.sample
                                                 : controlPointBefore (local_->position ());
}

std::int64_t LiveVoices::oldestUnsounded () const noexcept
{
    const std::int64_t needed = oldestNeeded ();
    const std::int64_t done = records_ ? records_->numDone () : 0;
    if (! records_ || done == records_->numPushed ())
        return needed;
    return std::min (
        needed, controlPointBefore ((*records_)[done].start)); // the worker never writes `start`
}

} // namespace melstrom
