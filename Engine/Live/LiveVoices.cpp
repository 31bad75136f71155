#include "Engine/Live/LiveVoices.h"

#include "Engine/Core/Guarded.h"

#include <algorithm>
#include <thread>

namespace melstrom
{

namespace
{
constexpr std::size_t kMaxRecordEvents = 1024;
/** A worker that has not come back by then never will, for all that one who renders a file can tell. */
constexpr std::chrono::seconds kOfflinePatience {10};

std::int64_t controlPointBefore (std::int64_t sample) noexcept
{
    return sample / kControlSamples * kControlSamples;
}

/** Records are shorter blocks put together, so that those in flight are few. What is left open is heard later than the latency. */
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
            if (auto sound = patch.validate (); ! sound)
                return sound.error ();
            VoiceCapacity capacity;
            capacity.sampleRateHz = options.sampleRateHz;
            capacity.maxSegments =
                std::clamp (options.maxBlockSamples / kControlSamples + 2, 2, 16);
            auto renderer = makeCpuVoiceRenderer (capacity, 1);
            if (! renderer)
                return renderer.error ();
            auto local = VoicePlayer::make (*std::move (renderer), capacity);
            if (! local)
                return local.error ();
            std::unique_ptr<LiveVoices> made (
                new LiveVoices (options, capacity, *std::move (local)));
            const auto first = made->tables_.makeFirst (patch);
            if (! first)
                return first.error ();
            made->useSlot (*first);
            made->local_->jumpTo (patch, first->slot);
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
        (void)gpu_->player ()->finish (); // it reads tables that go now
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

void LiveVoices::noteDone () noexcept
{
    if (! records_)
        return;
    for (const std::int64_t done = records_->numDone (); numSeenDone_ < done; ++numSeenDone_)
    {
        const LiveRecord& record = (*records_)[numSeenDone_];
        const std::chrono::duration<float> trip = record.doneAt - record.pushedAt;
        if (record.hasFailed)
            isAttached_ = false;
        else if (isAttached_ || ! isLocal_)
        {
            anchor_ = numSeenDone_;
            roundTrips_.add (trip.count ());
            numVoices_.store (record.numVoices, std::memory_order_relaxed);
            show (record.isShown ? &record.shown : nullptr);
        }
    }
}

bool LiveVoices::isDone (std::int64_t end) noexcept
{
    noteDone ();
    return anchor_ >= firstRecord_ && (*records_)[anchor_].end >= end;
}

bool LiveVoices::waitUntilDone (std::int64_t end, const LivePatience& patience) noexcept
{
    using Clock = std::chrono::steady_clock;
    if (isDone (end))
        return true;
    if (patience.isOffline)
    {
        const auto last = Clock::now () + kOfflinePatience;
        while (! isDone (end) && isAttached_ && Clock::now () < last)
            std::this_thread::sleep_for (std::chrono::microseconds (20));
    }
    else if (patience.deadline)
        while (! isDone (end) && isAttached_ && Clock::now () < *patience.deadline)
            ;
    return isDone (end) && isAttached_;
}

int LiveVoices::takeDone (std::int64_t start, float* left, float* right, int numSamples) noexcept
{
    int taken = 0;
    while (taken < numSamples && read_ <= anchor_)
    {
        const LiveRecord& record = (*records_)[read_];
        const std::int64_t from = start + taken;
        if (record.end <= from)
        {
            ++read_;
            continue;
        }
        const auto at = static_cast<std::ptrdiff_t> (from - record.start);
        const auto count =
            static_cast<int> (std::min<std::int64_t> (record.end - from, numSamples - taken));
        std::copy_n (record.left.data () + at, count, left + taken);
        std::copy_n (record.right.data () + at, count, right + taken);
        taken += count;
    }
    return taken;
}

bool LiveVoices::render (const EventTimeline& events, const SongLine& song, std::int64_t start,
                         float* left, float* right, int numSamples,
                         const LivePatience& patience) noexcept
{
    const bool isWorkers = records_ && (isAttached_ || (gpu_->isThere () && ! isLost ()));
    int taken = 0;
    if (isAttached_ && waitUntilDone (start + numSamples, patience))
        isLocal_ = false;
    if (! isLocal_)
        taken = takeDone (start, left, right, numSamples);
    if (taken < numSamples)
    {
        if (! isLocal_)
            goLocal (events, song, start + taken);
        renderLocal (events, song, left + taken, right + taken, numSamples - taken);
    }
    isOnGpu_.store (! isLocal_, std::memory_order_relaxed);
    return taken == numSamples || ! isWorkers;
}

/** The player is where it was when the worker took over, or comes from where the worker was after its newest block. */
void LiveVoices::goLocal (const EventTimeline& events, const SongLine& song,
                          std::int64_t start) noexcept
{
    if (anchor_ >= firstRecord_)
        local_->restore ((*records_)[anchor_].state);
    while (local_->position () < start)
    {
        const auto count = static_cast<int> (
            std::min<std::int64_t> (start - local_->position (), kControlSamples));
        renderLocal (events, song, scratch_.data (), scratch_.data () + kControlSamples, count);
    }
    isLocal_ = true;
}

void LiveVoices::renderLocal (const EventTimeline& events, const SongLine& song, float* left,
                              float* right, int numSamples) noexcept
{
    const std::int64_t start = local_->position ();
    const auto done = local_->process (
        {events.between (start, start + numSamples), &song, left, right, numSamples});
    (void)done; // the CPU never fails
    numVoices_.store (local_->numSounding (), std::memory_order_relaxed);
    PatchValues values;
    const bool isAsked = wantsShown_.load (std::memory_order_relaxed) > 0;
    show (isAsked && local_->newestVoiceValues (values) ? &values : nullptr);
    // Records that the local player has gone past are not read any more.
    while (records_ && read_ < numSeenDone_ && (*records_)[read_].end <= start)
        ++read_;
}

std::int64_t LiveVoices::oldestNeeded () const noexcept
{
    return anchor_ >= firstRecord_ && ! isLocal_ ? (*records_)[anchor_].state.sample
                                                 : controlPointBefore (local_->position ());
}

} // namespace melstrom
