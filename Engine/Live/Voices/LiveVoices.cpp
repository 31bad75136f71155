#include "Engine/Live/Voices/LiveVoices.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Worker/LiveThread.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
std::int64_t controlPointBefore (std::int64_t sample) noexcept
{
    return sample / kControlSamples * kControlSamples;
}

/** Least length of a record in samples: a record joins short blocks, so that few records are in
    flight. The latency covers samples that are not submitted yet. */
int leastRecord (const LiveVoicesOptions& options) noexcept
{
    return std::max (options.latencySamples / 4, 1);
}
} // namespace

LiveVoices::LiveVoices (const LiveVoicesOptions& options, std::unique_ptr<VoicePlayer> local)
    : options_ (options), local_ (std::move (local)), tables_ (local_->renderer ()),
      scratch_ (2 * kControlSamples)
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
            std::unique_ptr<LiveVoices> made (new LiveVoices (options, std::move (local)));
            MELSTROM_TRY_VALUE (const auto first, made->tables_.makeFirst (patch));
            made->useSlot (first);
            made->local_->jumpTo (patch, first.slot);
            made->begin (std::move (device), capacity);
            return made;
        });
}

void LiveVoices::begin (std::shared_ptr<LiveDevice> device, const VoiceCapacity& capacity)
{
    const bool mayHaveGpu = device && device->state () != LiveDevice::State::cpu;
    gpu_ = std::make_unique<GpuVoices> (std::move (device), capacity, tables_);
    if (! mayHaveGpu)
        return;
    const auto most = static_cast<std::size_t> (
        3 * std::max (options_.maxBlockSamples, options_.latencySamples) + 2 * kControlSamples);
    blocks_ = std::make_unique<WorkerBlocks> (
        WorkerBlocks::Sizes {options_.sampleRateHz, most, leastRecord (options_)}, *gpu_);
}

void LiveVoices::setTuning (const Tuning& tuning)
{
    local_->setTuning (tuning);
    if (blocks_)
        blocks_->setTuning (tuning);
}

void LiveVoices::useSlot (const TableSlots::Ready& ready) noexcept
{
    numSinusoids_ = ready.numSinusoids;
    local_->setSlot (ready.slot, ready.cpu, ready.centreShares);
    if (blocks_)
        blocks_->useSlot (ready.slot, {ready.gpu, ready.centreShares});
}

void LiveVoices::push (const EventTimeline& events, const SongLine& song, std::int64_t end) noexcept
{
    if (! blocks_)
        return;
    const WorkerBlock block {events, song, end, shown_.isWanted ()};
    const bool canAttach = gpu_->isThere () && ! isLost () && isLocal_ && blocks_->isIdle ();
    if (blocks_->isAttached ())
        blocks_->push (block);
    else if (canAttach)
        blocks_->attach (*local_, block);
}

std::int64_t LiveVoices::oldestNeeded () const noexcept
{
    const VoicePlayerState* const state = blocks_ && ! isLocal_ ? blocks_->newestState () : nullptr;
    return state ? state->sample : controlPointBefore (local_->position ());
}

std::int64_t LiveVoices::oldestUnsounded () const noexcept
{
    const auto unfinished = blocks_ ? blocks_->oldestUnfinished () : std::nullopt;
    return unfinished ? std::min (oldestNeeded (), controlPointBefore (*unfinished))
                      : oldestNeeded ();
}

void LiveVoices::collect () noexcept
{
    if (blocks_)
        blocks_->collect (! isLocal_,
                          [this] (const LiveRecord& record)
                          {
                              const std::chrono::duration<float> trip =
                                  record.doneAt - record.pushedAt;
                              roundTrips_.add (trip.count ());
                              numVoices_.store (record.numVoices, std::memory_order_relaxed);
                              shown_.show (record.isShown ? &record.shown : nullptr);
                          });
}

bool LiveVoices::isDone (std::int64_t end) noexcept
{
    collect ();
    return blocks_->reach (end);
}

bool LiveVoices::waitUntilDone (std::int64_t end, const LivePatience& patience) noexcept
{
    using Clock = std::chrono::steady_clock;
    if (isDone (end))
        return true;
    if (patience.isOffline)
        LivePatience::waitOffline ([&] { return isDone (end) || ! blocks_->isAttached (); });
    else if (patience.deadline)
        while (! isDone (end) && blocks_->isAttached () && Clock::now () < *patience.deadline)
            spinPause ();
    return isDone (end) && blocks_->isAttached ();
}

void LiveVoices::waitForWorker () noexcept
{
    LivePatience::waitOffline ([&] { return ! blocks_ || blocks_->isIdle (); });
}

void LiveVoices::waitForDevice () noexcept
{
    if (! blocks_ || std::exchange (hasWaited_, true))
        return;
    LivePatience::waitOffline ([&] { return gpu_->isSettled (); });
}

bool LiveVoices::render (const EventTimeline& events, const SongLine& song, std::int64_t start,
                         float* left, float* right, int numSamples,
                         const LivePatience& patience) noexcept
{
    const bool isWorkers = blocks_ && (blocks_->isAttached () || (gpu_->isThere () && ! isLost ()));
    int taken = 0;
    if (blocks_ && blocks_->isAttached () && waitUntilDone (start + numSamples, patience))
        isLocal_ = false;
    if (! isLocal_)
        taken = blocks_->take (start, left, right, numSamples);
    if (taken < numSamples)
    {
        if (! isLocal_)
            goLocal (events, song, start + taken);
        renderLocal (events, song, left + taken, right + taken, numSamples - taken);
    }
    isOnGpu_.store (! isLocal_, std::memory_order_relaxed);
    return taken == numSamples || ! isWorkers;
}

/** Restores the worker's newest saved state, if there is one, and renders up to `start`. */
void LiveVoices::goLocal (const EventTimeline& events, const SongLine& song,
                          std::int64_t start) noexcept
{
    if (const VoicePlayerState* const state = blocks_->newestState ())
        local_->restore (*state);
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
    shown_.show (shown_.isWanted () && local_->newestVoiceValues (values) ? &values : nullptr);
    if (blocks_)
        blocks_->skipTo (start);
}

} // namespace melstrom
