// Converts events on an absolute line of samples to voices, segment by segment.
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

/** Centre shares of both oscillators' tables: see PartialTable. */
using CentreShares = std::array<float, kNumOscillators>;

/** Owns channels, notes, parameters and control points. Order of calls: events at or before a
    segment's first sample, `beginSegment`, events within the segment, and so on. Parameters and
    timbres change from segment to segment: an event within a segment takes effect in the next one.
    Plain data except the tuning, which must outlive its use: may be copied on an audio thread;
    about 380 kB. Thread: the rendering thread; allocates nothing. The first object of a process
    must not be constructed on an audio thread. */
class VoiceScheduler
{
public:
    explicit VoiceScheduler (double sampleRateHz) noexcept;

    /** Sets values and slot from the next segment on, without glide or fade.
        tableSlot: 0 .. kTableSlots - 1 */
    void jumpTo (const PatchValues& values, int tableSlot) noexcept;
    /** `jumpTo` with slot 0, whose tables have these shares. */
    void setPatch (const PatchValues& values, const CentreShares& centreShares) noexcept;
    /** Sets the shares of a slot's tables from the next segment on. */
    void setCentreShares (int tableSlot, const CentreShares& centreShares) noexcept;
    /** Moves a parameter from the next control point on: see ParameterMotion. */
    void moveParameter (PatchKey key, float value) noexcept { motion_.moveTo (key, value); }
    void setTuning (const Tuning& tuning) noexcept
    {
        context_.tuning = &tuning;
        ++context_.generation;
        ++context_.numJumps;
    }
    /** Silences all voices; the next segment may be any. Glides and fades end at once. */
    void reset () noexcept;

    /** Copies all of `other` except tuning and centre shares; of voices only sounding ones. It then
        continues exactly like `other`. The cost grows with these voices and the keys that are
        down. */
    void copySoundingFrom (const VoiceScheduler& other) noexcept;

    /** segment: index on the grid. index: segment number of its voices in the batch. song: null: no
        song runs. */
    void beginSegment (std::int64_t segment, int index, const SongTime* song,
                       ScheduledVoices& voices) noexcept;
    /** Applies an event at or before the first sample of the next segment, or within the last
        segment; new voices of the last segment are added. Ignores parameters and slots out of
        range. */
    void apply (const SynthEvent& event, ScheduledVoices& voices) noexcept;
    /** Starts notes of strummed chords before `end`. Call it after the last available event;
        `apply` calls it for notes before its event. */
    void startWaiting (std::int64_t end, ScheduledVoices& voices) noexcept;

    /** Sounding voices and waiting notes of strummed chords. */
    int numSounding () const noexcept
    {
        return static_cast<int> (allocator_.sounding ().size ()) + allocator_.numWaiting ();
    }
    std::span<const std::int16_t> soundingPlaces () const noexcept
    {
        return allocator_.sounding ();
    }
    /** Values at the end of the last segment; filter type and slope are those last set. */
    const PatchValues& values () const noexcept { return motion_.values (); }
    /** See VoiceShedding. Only `shed` events set it. */
    int shedLevel () const noexcept { return shedding_.level (); }
    /** Fade of the last segment. Its records have the current timbre. */
    const TimbreFade& fade () const noexcept { return fade_; }
    /** Whether the last segment, a fade or a waiting change uses the slot. */
    bool usesSlot (int tableSlot) const noexcept;
    /** heardValuesAt of the newest voice at the last control point. false: no voice sounds. */
    bool newestVoiceValues (PatchValues& values) const noexcept;

private:
    /** The note that a place was last written for. */
    struct WrittenNote
    {
        bool isWritten = false;
        std::uint32_t sequence = 0;
    };
    bool isWritten (int place) const noexcept;
    bool
    isWithinSegment (std::int64_t sample) const noexcept; ///< the last one, past its first sample
    bool anyWritten () const noexcept;
    void applyToSound (const SynthEvent& event) noexcept;
    void follow () noexcept;
    void advanceSound () noexcept;
    void keepPast () noexcept;
    Timbre wantedTimbre () const noexcept;
    /** A context with pointers into this object. context_ must not hold them: in a copy of this
        object they would point to the original. */
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
    PatchValues heard_; ///< values of motion_, with the filter of the current timbre
    PatchConstants constants_ {heard_};
    bool mustFollow_ = false; ///< centre shares have changed
    ControlContext context_;
    VoiceShedding shedding_;
    std::array<WrittenNote, kVoicePlaces> written_ {};
    bool hasSegment_ = false; ///< a segment was begun: context_ is at its first sample
    int index_ = 0;           ///< of this segment in the batch
};

} // namespace melstrom
