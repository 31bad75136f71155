#include "Engine/Live/Voices/VoicePlayer.h"

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
                      "not enough memory for a synthesizer of " +
                          std::to_string (capacity.maxVoices) + " voices; choose fewer",
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
    position_ = blockEnd_ = sample;
    buffer_.jumpTo (sample, segmentStart_.noise, {}); // no voice continues
}

void VoicePlayer::begin (const SynthBlock& block) noexcept
{
    block_ = block;
    blockEnd_ = position_ + block.numSamples;
    numTaken_ = 0;
    nextEvent_ = 0;
    outcome_ = addLateVoices ();
    takeOut ();
    if (position_ < blockEnd_)
        beginSegments ();
}

Result<void> VoicePlayer::finish () noexcept
{
    for (;;)
    {
        if (const auto done = buffer_.finish (*renderer_); outcome_)
            outcome_ = done;
        takeOut ();
        if (position_ == blockEnd_)
            break;
        beginSegments ();
    }
    if (! outcome_)
    {
        std::fill_n (block_.left, block_.numSamples, 0.0f);
        std::fill_n (block_.right, block_.numSamples, 0.0f);
        buffer_.silence ();
    }
    return outcome_;
}

/** Copies the rendered samples of the block. */
void VoicePlayer::takeOut () noexcept
{
    const auto count = static_cast<int> (std::min (buffer_.end (), blockEnd_) - position_);
    buffer_.takeOut (position_, block_.left + numTaken_, block_.right + numTaken_, count);
    position_ += count;
    numTaken_ += count;
}

/** After a failure, notes and parameters still advance. */
void VoicePlayer::beginSegments () noexcept
{
    scheduleSegments ();
    if (outcome_)
        outcome_ = buffer_.begin (*renderer_, slots_, voices_);
    else
        buffer_.skip (voices_);
}

/** Applies events before `end` to the newest segment, or to the next one. */
void VoicePlayer::applyUntil (std::int64_t end) noexcept
{
    for (; nextEvent_ < block_.events.size (); ++nextEvent_)
    {
        SynthEvent event = block_.events[nextEvent_];
        event.sample = std::max (event.sample, position_); // late events apply now
        if (event.sample >= end)
            break;
        scheduler_.apply (event, voices_);
    }
    scheduler_.startWaiting (end, voices_);
}

/** Adds notes that start within the last rendered segment. */
Result<void> VoicePlayer::addLateVoices () noexcept
{
    voices_.clear ();
    applyUntil (std::min (buffer_.end (), blockEnd_));
    return buffer_.add (*renderer_, slots_, voices_);
}

/** Schedules the segments that the block still needs, up to the buffer's capacity. */
void VoicePlayer::scheduleSegments () noexcept
{
    const std::int64_t wanted = (controlPointFrom (blockEnd_) - buffer_.end ()) / kControlSamples;
    const auto numSegments = static_cast<int> (std::min<std::int64_t> (wanted, maxSegments_));
    buffer_.clear (buffer_.end ());
    voices_.clear ();
    for (int index = 0; index < numSegments; ++index)
    {
        const std::int64_t start = buffer_.end (), end = start + kControlSamples;
        if (blockEnd_ < end)
        {
            segmentStart_.sample = start;
            segmentStart_.scheduler.copySoundingFrom (scheduler_);
        }
        applyUntil (start + 1);
        scheduler_.beginSegment (start / kControlSamples, index, block_.song, voices_);
        buffer_.addSegment (scheduler_.fade ());
        applyUntil (std::min (end, blockEnd_));
    }
}

bool VoicePlayer::usesSlot (int slot) const noexcept
{
    // Notes may still start in the rendered segment, which keeps its slots after `jumpTo`.
    return scheduler_.usesSlot (slot) ||
           (position_ < buffer_.end () && buffer_.endsWithSlot (slot));
}

void VoicePlayer::save (VoicePlayerState& state) const noexcept
{
    const bool isOnGrid = blockEnd_ == buffer_.end ();
    state.sample = isOnGrid ? blockEnd_ : segmentStart_.sample;
    state.scheduler.copySoundingFrom (isOnGrid ? scheduler_ : segmentStart_.scheduler);
    buffer_.saveNoise (isOnGrid, state.scheduler.soundingPlaces (), state.noise);
}

void VoicePlayer::restore (const VoicePlayerState& state) noexcept
{
    scheduler_.copySoundingFrom (state.scheduler);
    position_ = blockEnd_ = state.sample;
    buffer_.jumpTo (position_, state.noise, state.scheduler.soundingPlaces ());
}

} // namespace melstrom
