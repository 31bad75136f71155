#include "Engine/Live/VoicePlayer.h"

#include <algorithm>
#include <new>

namespace melstrom
{

Result<std::unique_ptr<VoicePlayer>> VoicePlayer::make (std::unique_ptr<VoiceRenderer> renderer,
                                                        const VoiceCapacity& capacity)
{
    try
    {
        return std::unique_ptr<VoicePlayer> (new VoicePlayer (std::move (renderer), capacity));
    }
    catch (const std::bad_alloc&)
    {
        return Error {ErrorCode::outOfMemory,
                      "there is no memory for a synthesizer of " +
                          std::to_string (capacity.maxVoices) + " voices; ask for fewer",
                      {}};
    }
}

VoicePlayer::VoicePlayer (std::unique_ptr<VoiceRenderer> renderer, const VoiceCapacity& capacity)
    : renderer_ (std::move (renderer)), maxSegments_ (capacity.maxSegments),
      scheduler_ (capacity.sampleRateHz), segmentStart_ (capacity.sampleRateHz),
      voices_ (capacity.maxVoices, capacity.maxSegments), buffer_ (capacity)
{
}

void VoicePlayer::setSlot (int slot, const PreparedTables* tables,
                           const std::array<float, kNumOscillators>& centreShares) noexcept
{
    if (slot < 0 || slot >= kTableSlots)
        return;
    slots_[static_cast<std::size_t> (slot)] = {tables, centreShares};
    scheduler_.setCentreShares (slot, centreShares);
}

void VoicePlayer::jumpTo (const PatchValues& values, int slot) noexcept
{
    scheduler_.jumpTo (values, slot);
}

void VoicePlayer::reset (std::int64_t sample) noexcept
{
    scheduler_.reset ();
    position_ = sample;
    buffer_.clear (sample);
}

Result<void> VoicePlayer::process (const SynthBlock& block) noexcept
{
    const std::int64_t blockEnd = position_ + block.numSamples;
    nextEvent_ = 0;
    Result<void> outcome = addLateVoices (block, blockEnd);
    for (int done = 0; done < block.numSamples;)
    {
        if (position_ == buffer_.end ())
        {
            scheduleSegments (block, blockEnd);
            if (outcome)
                outcome = buffer_.render (*renderer_, slots_, voices_.all ());
        }
        const auto count = static_cast<int> (std::min (buffer_.end (), blockEnd) - position_);
        buffer_.takeOut (position_, block.left + done, block.right + done, count);
        position_ += count;
        done += count;
    }
    if (! outcome)
    {
        std::fill_n (block.left, block.numSamples, 0.0f);
        std::fill_n (block.right, block.numSamples, 0.0f);
        buffer_.silence ();
    }
    return outcome;
}

/** Events before `end`, to the segment that was begun last, or the one that comes next. */
void VoicePlayer::applyUntil (const SynthBlock& block, std::int64_t end) noexcept
{
    for (; nextEvent_ < block.events.size (); ++nextEvent_)
    {
        SynthEvent event = block.events[nextEvent_];
        event.sample = std::max (event.sample, position_); // late ones come now
        if (event.sample >= end)
            return;
        scheduler_.apply (event, voices_);
    }
}

/** What begins within the segment that is computed already. */
Result<void> VoicePlayer::addLateVoices (const SynthBlock& block, std::int64_t blockEnd) noexcept
{
    voices_.clear ();
    applyUntil (block, std::min (buffer_.end (), blockEnd));
    return buffer_.add (*renderer_, slots_, voices_.all ());
}

/** As many segments as the block needs and there is room for. */
void VoicePlayer::scheduleSegments (const SynthBlock& block, std::int64_t blockEnd) noexcept
{
    const std::int64_t wanted = (controlPointFrom (blockEnd) - buffer_.end ()) / kControlSamples;
    const auto numSegments = static_cast<int> (std::min<std::int64_t> (wanted, maxSegments_));
    buffer_.clear (buffer_.end ());
    voices_.clear ();
    for (int index = 0; index < numSegments; ++index)
    {
        const std::int64_t start = buffer_.end (), end = start + kControlSamples;
        if (blockEnd < end)
        {
            segmentStart_.sample = start;
            segmentStart_.scheduler.copySoundingFrom (scheduler_);
        }
        applyUntil (block, start + 1);
        scheduler_.beginSegment (start / kControlSamples, index, block.song, voices_);
        buffer_.addSegment (scheduler_.fade ());
        applyUntil (block, std::min (end, blockEnd));
    }
}

bool VoicePlayer::usesSlot (int slot) const noexcept
{
    // Notes may still begin in the segment that is computed, which a jump has not changed.
    return scheduler_.usesSlot (slot) ||
           (position_ < buffer_.end () && buffer_.endsWithSlot (slot));
}

void VoicePlayer::save (VoicePlayerState& state) const noexcept
{
    const bool isOnGrid = position_ == buffer_.end ();
    state.sample = isOnGrid ? position_ : segmentStart_.sample;
    state.scheduler.copySoundingFrom (isOnGrid ? scheduler_ : segmentStart_.scheduler);
}

void VoicePlayer::restore (const VoicePlayerState& state) noexcept
{
    scheduler_.copySoundingFrom (state.scheduler);
    position_ = state.sample;
    buffer_.clear (position_);
}

} // namespace melstrom
