// Voices without effects: events in, their sum out. Its state can be saved and restored elsewhere.
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

/** Input and output of one call. */
struct SynthBlock
{
    /** sorted by sample; events past the block's end are not applied: pass them again later */
    std::span<const SynthEvent> events;
    const SongTime* song = nullptr; ///< null: no song runs
    float* left = nullptr;          ///< (numSamples), overwritten
    float* right = nullptr;
    int numSamples = 0;
};

/** State of a player at the last control point at or before its position. Another player reaches
    the same position from this state and the events since. About 480 kB. Construction allocates
    nothing, but the first one of a process must not be constructed on an audio thread; copying into
    an existing state allocates nothing. */
struct VoicePlayerState
{
    std::int64_t sample = 0; ///< a control point: events from it on must be passed again
    VoiceScheduler scheduler;
    NoiseMemories noise; ///< of sounding voices

    explicit VoicePlayerState (double sampleRateHz) noexcept : scheduler (sampleRateHz) {}
};

/** Plays the voices of a patch. The output depends on the events, the initial patch and the tables,
    not on block sizes: bit-identical on one backend.
    Tables, filter type and filter slope cannot be interpolated. A change of these crossfades within
    TimbreFade::kFadeSeconds: voices are rendered with the former and the new timbre and mixed. A
    change during a fade waits until the fade is over; while no voice sounds it applies at once.
    Thread: `process`, `setSlot`, `save` and `restore` one at a time, on an audio thread with the
    CPU backend. */
class VoicePlayer
{
public:
    /** Allocates all memory. Renders as many segments at a time as the renderer's capacity allows.
        Starts with every parameter at its initial value, and slot 0. Fails: outOfMemory. */
    static Result<std::unique_ptr<VoicePlayer>> make (std::unique_ptr<VoiceRenderer> renderer,
                                                      const VoiceCapacity& capacity);

    /** Sets the tables of a slot that is not in use. centreShares: of these tables.
        Allocates nothing. Ignores slots out of range. */
    void setSlot (int slot, const PreparedTables* tables,
                  const std::array<float, kNumOscillators>& centreShares) noexcept;
    /** Sets values and slot from the next segment on, without fades: for a start. */
    void jumpTo (const PatchValues& values, int slot) noexcept;
    /** The tuning must outlive its use. */
    void setTuning (const Tuning& tuning) noexcept { scheduler_.setTuning (tuning); }
    /** Silences all voices; the next sample is `sample`, a control point. */
    void reset (std::int64_t sample = 0) noexcept;

    /** Renders voices and noise, without effects. Fails: deviceLost; the block and the rest of its
        last segment are then silent, but notes and parameters advance. Allocates nothing. */
    Result<void> process (const SynthBlock& block) noexcept
    {
        begin (block);
        return finish ();
    }

    /** First half of `process`, so that one thread can have blocks of several players in flight.
        Schedules the block and submits it to the renderer; a block of several batches is rendered
        in part. The block's memory must stay valid until `finish`, which must be the next call. */
    void begin (const SynthBlock& block) noexcept;
    /** Whether the whole block is submitted or done: `save` then gives the state at its end. */
    bool isAllBegun () const noexcept { return buffer_.end () >= blockEnd_; }
    /** Whether `finish` would return soon; never waits. */
    bool isReady () const noexcept { return ! buffer_.isBegun () || renderer_->isReady (); }
    Result<void> finish () noexcept;

    /** Copies sounding voices only. Between `begin` and `finish` only if isAllBegun. */
    void save (VoicePlayerState& state) const noexcept;
    /** Continues at state.sample; pass events from it on again. Keeps its own slots and tuning.
        Not between `begin` and `finish`. */
    void restore (const VoicePlayerState& state) noexcept;

    std::int64_t position () const noexcept { return position_; } ///< of the next sample
    int numSounding () const noexcept { return scheduler_.numSounding (); }
    /** Values at the last control point. */
    const PatchValues& values () const noexcept { return scheduler_.values (); }
    /** Whether a slot is in use, fading, or waiting for the end of a fade. */
    bool usesSlot (int slot) const noexcept;
    /** Parameter values of the newest voice after the modulation matrix; false: no voice sounds.
        For displays. */
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
    /** State at the start of the segment in which the last block ended. */
    VoicePlayerState segmentStart_;

    std::int64_t position_ = 0;
    SynthBlock block_;          ///< the newest
    std::int64_t blockEnd_ = 0; ///< its absolute end
    int numTaken_ = 0;          ///< samples written to it
    std::size_t nextEvent_ = 0; ///< index in its events
    Result<void> outcome_;      ///< of the block so far
    ScheduledVoices voices_;
    SegmentBuffer buffer_;
};

} // namespace melstrom
