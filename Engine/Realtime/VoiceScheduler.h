// Events on an absolute line of time, to the voices that they make, segment by segment.
#pragma once

#include "Engine/Realtime/SongTime.h"
#include "Engine/Realtime/VoiceAllocator.h"
#include "Engine/Realtime/VoiceWriter.h"

#include <array>
#include <span>
#include <vector>

namespace melstrom
{

/** A voice over one segment. */
struct ScheduledVoice
{
    std::int16_t place = 0;
    WrittenVoice written;
};

/** Voices of some segments in the order in which they are added. Keeps what it has room for. */
class ScheduledVoices
{
public:
    ScheduledVoices (int maxVoicesPerSegment, int maxSegments)
        : maxPerSegment_ (static_cast<std::size_t> (maxVoicesPerSegment))
    {
        voices_.reserve (maxPerSegment_ * static_cast<std::size_t> (maxSegments));
    }

    void clear () noexcept;
    void beginSegment () noexcept
    {
        segmentStart_ = voices_.size ();
    } ///< what is added from now on is of the next one
    bool add (const ScheduledVoice& voice) noexcept; ///< false: no room
    std::size_t capacity () const noexcept { return voices_.capacity (); }
    std::span<const ScheduledVoice> all () const noexcept { return voices_; }

private:
    std::vector<ScheduledVoice> voices_;
    std::size_t maxPerSegment_, segmentStart_ = 0;
};

/** Keeps channels, notes and control points. Events and segments come in order: events at a segment's first sample or
    before it, `beginSegment`, events within it, and so on. Patch and tuning must outlive their use.
    Thread: the one that renders; allocates nothing once made. */
class VoiceScheduler
{
public:
    explicit VoiceScheduler (double sampleRateHz) noexcept;

    /** From the next segment on. centreShares: of the patch's tables, see PartialTable. */
    void setPatch (const Patch& patch,
                   const std::array<float, kNumOscillators>& centreShares) noexcept;
    void setTuning (const Tuning& tuning) noexcept { context_.tuning = &tuning; }
    /** Silence; the next segment may be any. */
    void reset () noexcept;

    /** segment: its index on the grid. index: what voices have as their segment in a batch. song: null: none runs. */
    void beginSegment (std::int64_t segment, int index, const SongTime* song,
                       ScheduledVoices& voices) noexcept;
    /** An event at or before the first sample of the segment that comes next; or one within the last one, whose new voices
        are added. */
    void apply (const SynthEvent& event, ScheduledVoices& voices) noexcept;

    int numSounding () const noexcept { return static_cast<int> (allocator_.sounding ().size ()); }

private:
    /** Which note a place was last written for. */
    struct WrittenNote
    {
        bool isWritten = false;
        std::uint32_t sequence = 0;
    };
    bool isWritten (int place) const noexcept;
    void write (int place, ScheduledVoices& voices) noexcept;
    void writeNewVoices (ScheduledVoices& voices) noexcept;

    VoiceAllocator allocator_;
    ChannelStates channels_;
    VoiceWriter writer_;
    ControlContext context_;
    std::array<WrittenNote, kVoicePlaces> written_ {};
    bool hasSegment_ = false; ///< one was begun: context_ is at its first sample
    int index_ = 0;           ///< of it
};

} // namespace melstrom
