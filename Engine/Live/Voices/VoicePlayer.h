// Voices without effects: events in, their sum out; can be stopped, copied and gone on with elsewhere.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"
#include "Engine/Live/Voices/SegmentBuffer.h"
#include "Engine/Realtime/Control/ParameterMotion.h"
#include "Engine/Realtime/Segments/VoiceScheduler.h"

#include <memory>
#include <span>
#include <vector>

namespace melstrom
{

/** One call's worth of sound. */
struct SynthBlock
{
    /** of this block, in order; later than it: left for the next ones */
    std::span<const SynthEvent> events;
    const SongTime* song = nullptr; ///< null: none runs
    float* left = nullptr;          ///< (numSamples), overwritten
    float* right = nullptr;
    int numSamples = 0;
};

/** Where a player was at the last control point before its position; events from there on bring another player
    to the very same place. Some 480 kB. Construction allocates nothing, but the first of a process is not for
    an audio thread; copying into one that exists allocates nothing. */
struct VoicePlayerState
{
    std::int64_t sample = 0; ///< a control point: events at it and later have to come again
    VoiceScheduler scheduler;
    NoiseMemories noise; ///< of voices that sound

    explicit VoicePlayerState (double sampleRateHz) noexcept : scheduler (sampleRateHz) {}
};

/** Plays the voices of a sound. Output is a function of the events, the sound at its beginning and the tables,
    not of how they are cut into blocks: bit for bit on one backend.
    What cannot move in a line (tables, the type and slope of the filter) is faded over from the former to the
    new one within TimbreFade::kFadeSeconds: voices are rendered both ways and mixed. A change while one fades
    waits until it is done; where no voice sounds it is there at once.
    Thread: `process`, `setSlot`, `save` and `restore` one at a time, on an audio thread with the CPU backend. */
class VoicePlayer
{
public:
    /** Takes all memory that it will use. Segments that are computed at a time: the renderer's capacity. Its
        sound: every parameter at its initial value, and slot 0.
        Fails: outOfMemory. */
    static Result<std::unique_ptr<VoicePlayer>> make (std::unique_ptr<VoiceRenderer> renderer,
                                                      const VoiceCapacity& capacity);

    /** What a slot means; of one that is in use, not while it is. centreShares: of its tables.
        Allocates nothing. Ignored: slots that do not exist. */
    void setSlot (int slot, const PreparedTables* tables,
                  const std::array<float, kNumOscillators>& centreShares) noexcept;
    /** A sound from the next segment on, without fades: at a beginning. */
    void jumpTo (const PatchValues& values, int slot) noexcept;
    /** Must outlive its use. */
    void setTuning (const Tuning& tuning) noexcept { scheduler_.setTuning (tuning); }
    /** Silence, at that sample: a control point. */
    void reset (std::int64_t sample = 0) noexcept;

    /** Voices and noise, without effects. Fails: deviceLost; the block is silent then, and so is the rest of
        the segment that it ends in; notes and parameters go on all the same. Allocates nothing. */
    Result<void> process (const SynthBlock& block) noexcept
    {
        begin (block);
        return finish ();
    }

    /** The same in two, so that one thread can have several players' blocks in flight. Writes the block down and gives it
        to the renderer; a block that takes several batches is rendered in part. What the block points to must stay until
        `finish`, which has to come next. */
    void begin (const SynthBlock& block) noexcept;
    /** Whether all of the block is with the renderer, if not done: `save` is of its end then. */
    bool isAllBegun () const noexcept { return buffer_.end () >= blockEnd_; }
    /** Whether `finish` would not wait long; never waits. */
    bool isReady () const noexcept { return ! buffer_.isBegun () || renderer_->isReady (); }
    Result<void> finish () noexcept;

    /** Copies only voices that sound. Not between `begin` and `finish`, but where isAllBegun. */
    void save (VoicePlayerState& state) const noexcept;
    /** The next sample is state.sample; events from it on have to come again. Slots and tuning stay this
        player's own. Not between `begin` and `finish`. */
    void restore (const VoicePlayerState& state) noexcept;

    std::int64_t position () const noexcept { return position_; } ///< of the next sample
    int numSounding () const noexcept { return scheduler_.numSounding (); }
    /** As they are at the last control point. */
    const PatchValues& values () const noexcept { return scheduler_.values (); }
    /** Whether a slot still sounds or is to sound: it is the one in use, or fading, or waits until a fade is done. */
    bool usesSlot (int slot) const noexcept;
    /** Of the newest voice, what the matrix makes of its parameters; false: none sounds. For displays. */
    bool newestVoiceValues (PatchValues& values) const noexcept
    {
        return scheduler_.newestVoiceValues (values);
    }
    VoiceRenderer& renderer () noexcept { return *renderer_; }
    const VoiceRenderer& renderer () const noexcept { return *renderer_; }

private:
    VoicePlayer (std::unique_ptr<VoiceRenderer> renderer, const VoiceCapacity& capacity);

    void beginSegments () noexcept;
    void scheduleSegments () noexcept;
    Result<void> addLateVoices () noexcept;
    void applyUntil (std::int64_t end) noexcept;
    void takeOut () noexcept;

    std::unique_ptr<VoiceRenderer> renderer_;
    int maxSegments_;
    SlotTablesList slots_;
    VoiceScheduler scheduler_;
    /** As the segment in which a block ended was about to begin. */
    VoicePlayerState segmentStart_;

    std::int64_t position_ = 0;
    SynthBlock block_;          ///< that was begun last
    std::int64_t blockEnd_ = 0; ///< its end on the line of time
    int numTaken_ = 0;          ///< samples of it that are there
    std::size_t nextEvent_ = 0; ///< of it
    Result<void> outcome_;      ///< of it, so far
    ScheduledVoices voices_;
    SegmentBuffer buffer_;
};

} // namespace melstrom
