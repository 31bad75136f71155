// Events on an absolute line of time, to the voices that they make, segment by segment.
#pragma once

#include "Engine/Realtime/Allocation/VoiceAllocator.h"
#include "Engine/Realtime/Control/ParameterMotion.h"
#include "Engine/Realtime/Control/SongTime.h"
#include "Engine/Realtime/Segments/ScheduledVoices.h"
#include "Engine/Realtime/Segments/TimbreFade.h"
#include "Engine/Realtime/Segments/VoiceShedding.h"
#include "Engine/Realtime/Segments/VoiceWriter.h"

#include <array>
#include <span>

namespace melstrom
{

/** Of the tables of both oscillators: see PartialTable. */
using CentreShares = std::array<float, kNumOscillators>;

/** Keeps channels, notes, parameters and control points. Events and segments come in order: events at a
    segment's first sample or before it, `beginSegment`, events within it, and so on. Parameters and timbres
    move from segment to segment: an event within one counts for the next.
    Plain data but for the tuning, which must outlive its use: may be copied on an audio thread; some 380 kB.
    Thread: the one that renders; allocates nothing. The first object that a process makes is not for an audio
    thread. */
class VoiceScheduler
{
public:
    explicit VoiceScheduler (double sampleRateHz) noexcept;

    /** From the next segment on; nothing moves or fades. tableSlot: 0 .. kTableSlots - 1 */
    void jumpTo (const PatchValues& values, int tableSlot) noexcept;
    /** The same with slot 0, whose tables have these shares. */
    void setPatch (const PatchValues& values, const CentreShares& centreShares) noexcept;
    /** Of a slot's tables: from the next segment on. */
    void setCentreShares (int tableSlot, const CentreShares& centreShares) noexcept;
    /** From the next control point on: see ParameterMotion. */
    void moveParameter (PatchKey key, float value) noexcept { motion_.moveTo (key, value); }
    void setTuning (const Tuning& tuning) noexcept
    {
        context_.tuning = &tuning;
        ++context_.generation;
        ++context_.numJumps;
    }
    /** Silence; the next segment may be any. What moves or fades is there at once. */
    void reset () noexcept;

    /** All but tuning and centre shares, which stay; of voices only those that sound: goes on as `other` will.
        At the cost of these voices and of the keys that are down. */
    void copySoundingFrom (const VoiceScheduler& other) noexcept;

    /** segment: its index on the grid. index: what voices have as their segment in a batch. song: null: none runs. */
    void beginSegment (std::int64_t segment, int index, const SongTime* song,
                       ScheduledVoices& voices) noexcept;
    /** An event at or before the first sample of the segment that comes next; or one within the last one, whose
        new voices are added. Parameters and slots that do not exist are ignored. */
    void apply (const SynthEvent& event, ScheduledVoices& voices) noexcept;
    /** Notes of strummed chords that begin before `end`. To be called at the end of what events there are; `apply` calls
        it for those before its event. */
    void startWaiting (std::int64_t end, ScheduledVoices& voices) noexcept;

    /** Notes of strummed chords that have not begun included. */
    int numSounding () const noexcept
    {
        return static_cast<int> (allocator_.sounding ().size ()) + allocator_.numWaiting ();
    }
    std::span<const std::int16_t> soundingPlaces () const noexcept
    {
        return allocator_.sounding ();
    }
    /** As they are at the end of the last segment; the filter's type and slope as they are wanted. */
    const PatchValues& values () const noexcept { return motion_.values (); }
    /** What is left out: see VoiceShedding. Events of the kind `shed` set it, and nothing else does. */
    int shedLevel () const noexcept { return shedding_.level (); }
    /** Of the last segment. Its records are of the current timbre. */
    const TimbreFade& fade () const noexcept { return fade_; }
    /** The last segment's tables, those that fade, and those that are to come. */
    bool usesSlot (int tableSlot) const noexcept;
    /** See heardValuesAt; of the newest voice at the last control point. false: none sounds. */
    bool newestVoiceValues (PatchValues& values) const noexcept;

private:
    /** Which note a place was last written for. */
    struct WrittenNote
    {
        bool isWritten = false;
        std::uint32_t sequence = 0;
    };
    bool isWritten (int place) const noexcept;
    bool isWithinSegment (std::int64_t sample) const noexcept; ///< the last one, behind its first
    bool anyWritten () const noexcept;
    void applyToSound (const SynthEvent& event) noexcept;
    void follow () noexcept;
    void advanceSound () noexcept;
    void keepPast () noexcept;
    Timbre wantedTimbre () const noexcept;
    /** With pointers into this object, which it must not hold itself: a copy's would point into the original. */
    ControlContext context () const noexcept;
    void leaveOut (int place, const VoicePage& page) noexcept;
    void write (int place, const ControlContext& now, ScheduledVoices& voices) noexcept;
    void writeNewVoices (ScheduledVoices& voices) noexcept;

    VoiceAllocator allocator_;
    ChannelStates channels_;
    VoiceWriter writer_;
    ParameterMotion motion_;
    TimbreFade fade_;
    std::int16_t wantedSlot_ = 0;
    std::array<CentreShares, kTableSlots> centreShares_;
    PatchValues heard_; ///< what moves, with the filter of the current timbre
    PatchConstants constants_ {heard_};
    bool mustFollow_ = false; ///< shares have changed
    ControlContext context_;
    VoiceShedding shedding_;
    std::array<WrittenNote, kVoicePlaces> written_ {};
    bool hasSegment_ = false; ///< one was begun: context_ is at its first sample
    int index_ = 0;           ///< of it
};

} // namespace melstrom
