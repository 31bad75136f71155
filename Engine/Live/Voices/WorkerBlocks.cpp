#include "Engine/Live/Voices/WorkerBlocks.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kMaxRecordEvents = 1024;
} // namespace

WorkerBlocks::WorkerBlocks (const Sizes& sizes, GpuVoices& gpu)
    : records_ (sizes.sampleRateHz, sizes.maxSamples, kMaxRecordEvents),
      leastSamples_ (sizes.leastSamples), renderer_ (records_, gpu)
{
}

void WorkerBlocks::attach (const VoicePlayer& player, const WorkerBlock& block) noexcept
{
    const std::int64_t index = records_.numPushed ();
    LiveRecord& record = records_[index];
    player.save (record.state);
    record.isResync = true;
    if (! hand (record, block, record.state.sample))
        return;
    isAttached_ = true;
    firstRecord_ = read_ = numSeen_ = index;
    anchor_ = -1;
}

void WorkerBlocks::push (const WorkerBlock& block) noexcept
{
    if (block.end - end_ < leastSamples_)
        return;
    if (! hasPlace () || ! hand (records_[records_.numPushed ()], block, end_))
        isAttached_ = false;
}

bool WorkerBlocks::hasPlace () const noexcept
{
    std::int64_t oldest = std::min (read_, numSeen_);
    if (anchor_ >= 0)
        oldest = std::min (oldest, anchor_);
    return records_.numPushed () - oldest < LiveRecords::kPlaces;
}

/** Fills the record and submits it; false: the block does not fit into it. */
bool WorkerBlocks::hand (LiveRecord& record, const WorkerBlock& block, std::int64_t start) noexcept
{
    const auto within = block.events.between (start, block.end);
    if (within.size () > record.events.capacity () ||
        block.end - start > static_cast<std::int64_t> (record.left.size ()))
        return false;
    record.events.assign (within.begin (), within.end ());
    record.song = block.song;
    record.slots = slots_;
    record.start = start;
    record.end = block.end;
    record.hasFailed = false;
    record.isShown = block.isShown;
    record.pushedAt = std::chrono::steady_clock::now ();
    end_ = block.end;
    records_.push ();
    renderer_.submit ();
    return true;
}

int WorkerBlocks::take (std::int64_t start, float* left, float* right, int numSamples) noexcept
{
    int taken = 0;
    while (taken < numSamples && read_ <= anchor_)
    {
        const LiveRecord& record = records_[read_];
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

void WorkerBlocks::skipTo (std::int64_t start) noexcept
{
    while (read_ < numSeen_ && records_[read_].end <= start)
        ++read_;
}

std::optional<std::int64_t> WorkerBlocks::oldestUnfinished () noexcept
{
    const std::int64_t done = records_.numDone ();
    if (done == records_.numPushed ())
        return std::nullopt;
    return records_[done].start; // which the worker does not write
}

} // namespace melstrom
