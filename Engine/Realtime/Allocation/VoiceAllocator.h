// Allocation of voices to notes: keys, pedals, priorities and stealing.
#pragma once

#include "Engine/Realtime/Allocation/HeldKeys.h"
#include "Engine/Realtime/Allocation/WaitingNotes.h"
#include "Engine/Realtime/Control/ChannelState.h"
#include "Engine/Realtime/Control/Voice.h"
#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <optional>
#include <span>

namespace melstrom
{

struct AllocatorSettings
{
    VoiceMode mode = VoiceMode::poly;
    NotePriority priority = NotePriority::last; ///< of mono and legato
    GlideMode glide = GlideMode::off;
    int maxVoices = 64; ///< of sounding, non-fading voices; clamped to 1 .. kMaxVoices
    /** from one pitch to the next; for any distance if glideBy is `time` */
    double glideSeconds = 0;
    double sampleRateHz = 48'000;    ///< > 0
    double strumSeconds = 0;         ///< between two notes of a chord, from the lowest up
    GlideBy glideBy = GlideBy::time; ///< rate: glideSeconds is the time of an octave
    bool operator== (const AllocatorSettings&) const = default;
};

/** Assigns notes to voices. All memory is preallocated; an event costs one step per place and per
    key that is down. The result depends on the events, on the voices' levels and on the times of
    `finish`.
    Thread: the rendering thread.
    Stealing: when maxVoices voices sound, a new note steals a voice: a released one first, then a
    held one, then a sustained one; within a group the quietest, then the oldest. The stolen voice
    fades over kStealFadeSeconds in its own place. When all kFadePlaces are taken, the voice with
    the longest fade is cut.
    A repeated strike of a key on the same channel releases the key's former note.
    Half pedal: a note that is released while its sustain pedal is partly down follows the pedal
    until the pedal is fully up. The note counts as released. A repeated strike of its key, or
    allNotesOff, ends its link to the pedal.
    Mono and legato: one voice serves all channels. It plays the key with priority among the keys
    that are down; when that key comes up, the voice moves to the next one. A strike moves the voice
    even during its release; if no voice plays, it starts a new one. Mono: each key restarts the
    envelopes from their present levels, with its own velocity. Legato: while a key is down,
    envelopes and velocity continue. A key that only a pedal holds is ignored.
    Chords: one key plays several notes, and all of them follow that key. They make room together,
    so that no note steals a voice of its own chord; of more than maxVoices notes the lowest play. A
    strummed note waits until `startNext` and counts as a voice meanwhile. It is dropped when its
    voice would be released, silenced or, after all voices, stolen. If only a pedal holds its key,
    it starts as `sustained`. Mono and legato play the struck key alone.
    Glide: starts at the present pitch of the last note; `legato` glides only while another key is
    down. Mode and time are the settings', unless the key's channel has its own:
    ChannelStates::glideModeOf. All notes of a chord glide by the interval of the struck key.
    See docs/synth.md. */
class VoiceAllocator
{
public:
    /** Frees all voices and releases all keys. firstSequence: of the first note. */
    void reset (std::uint32_t firstSequence = 0) noexcept;
    /** Takes effect with the next event; sounding notes stay. */
    void setSettings (const AllocatorSettings& settings) noexcept;

    /** Handles note events, key pressure, all notes off, all sound off, and controllers 64, 66,
        120, 121 and 123 .. 127; all other events may be passed too. Call it after `channels` has
        applied the event. A master's controllers apply to its whole zone. A note-on of velocity 0
        is a note-off. Controllers 123 .. 127 release the keys of a channel, but its pedals still
        hold notes; allNotesOff releases all notes despite pedals. Channels above 15 and keys above
        127 are ignored.
        pitch: of the key, in semitones, for glides; never pass unmapped keys.
        chord: the notes of a note-on in chord mode, at most kMaxVoices; empty: the key alone. */
    void apply (const SynthEvent& event, const ChannelStates& channels, double pitch,
                std::span<const ChordTone> chord = {}) noexcept;

    /** Start sample of the next waiting note, later than its event. Empty: no note waits. Apply
        events at the same sample first. */
    std::optional<std::int64_t> nextStart () const noexcept;
    /** Starts the next waiting note; does nothing if no note waits. */
    void startNext () noexcept;
    int numWaiting () const noexcept { return waiting_.size (); }

    std::array<Voice, kVoicePlaces>& voices () noexcept { return voices_; }
    const std::array<Voice, kVoicePlaces>& voices () const noexcept { return voices_; }
    /** Places of voices that are not free, from the oldest note to the newest. Valid until the next
        call. */
    std::span<const std::int16_t> sounding () const noexcept;
    /** Frees a voice that is over; does nothing if it is free. place: 0 .. kVoicePlaces - 1 */
    void finish (int place) noexcept;
    /** Fades a released voice like a stolen one; does nothing if it is not released. */
    void endTail (int place, std::int64_t sample) noexcept;
    /** Steals voices in the order of placeToSteal; at most maxPlaying non-fading voices remain. */
    void keepAtMost (int maxPlaying, std::int64_t sample) noexcept
    {
        makeRoom (maxPlaying, sample);
    }

    /** Copies `other`; the cost grows with the sounding voices and the keys that are down in
        either. */
    void copyFrom (const VoiceAllocator& other) noexcept;

private:
    Voice& at (int place) noexcept { return voices_[static_cast<std::size_t> (place)]; }
    bool isSolo () const noexcept { return settings_.mode != VoiceMode::poly; }

    /** Sample of an event, and the channels after it. */
    struct Moment
    {
        std::int64_t sample = 0;
        const ChannelStates& channels;
    };
    /** Start pitch in semitones and length of a glide. */
    struct Glide
    {
        double fromPitch = 0, seconds = 0;
    };
    void noteOn (const HeldKey& key, std::span<const ChordTone> chord, const Moment& now) noexcept;
    void strikeChord (const HeldKey& key, std::span<const ChordTone> chord, bool overlaps,
                      const Moment& now) noexcept;
    // Waiting notes: after a note-off, after a repeated strike, after a controller.
    void letGoWaiting (int channel, int key, float velocity,
                       const ChannelStates& channels) noexcept;
    void dropWaiting (int channel, int key) noexcept;
    void controlWaiting (const SynthEvent& event, const ChannelStates& channels) noexcept;
    void noteOff (const SynthEvent& event, float velocity, const ChannelStates& channels) noexcept;
    void strikeSolo (const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    /** Releases a held voice after its key came up, or moves it to the next key, or sustains it. */
    void letGo (Voice& voice, const Moment& now) noexcept;
    /** Mono and legato: the key with priority, unless it already sounds. */
    std::optional<HeldKey> nextOfSolo () noexcept;
    /** pedal: see Voice::pedal */
    static void release (Voice& voice, std::int64_t sample, float pedal = 0) noexcept;
    /** Moves the voice to another key. overlaps: another key is down. */
    void moveTo (Voice& voice, const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    /** `moveTo` that restarts the envelopes and fades all other voices. */
    void restart (Voice& voice, const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    void silenceOthers (const Voice& voice, std::int64_t sample) noexcept;
    /** Starts a new voice; call makeRoom before. overlaps: another key is down. */
    void start (const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    void begin (const StruckNote& note) noexcept; ///< likewise
    Glide glideTo (const HeldKey& key, bool overlaps, const Moment& now) const noexcept;

    void applyController (const SynthEvent& event, const ChannelStates& channels) noexcept;
    void applyToAll (const SynthEvent& event) noexcept;
    void followPedals (const Moment& now) noexcept;

    void makeRoom (int maxPlaying, std::int64_t sample) noexcept;
    /** Starts the fade of a voice; does nothing if the voice is free or already fades. */
    static void silence (Voice& voice, std::int64_t sample) noexcept;
    /** Cuts the voice with the longest fade; does nothing if no voice fades. */
    void cutOne () noexcept;
    Voice* heldVoice (int channel, int key) noexcept; ///< of that key; null: none
    Voice* newestHeldVoice () noexcept;               ///< null: none
    /** Mono and legato: the voice that continues; null: no voice plays. */
    Voice* soloVoice () noexcept;

    AllocatorSettings settings_;
    std::array<Voice, kVoicePlaces> voices_ {};
    std::array<std::int16_t, kVoicePlaces> order_ {}; ///< the first numSounding_ of them
    int numSounding_ = 0;
    WaitingNotes waiting_;
    std::uint32_t nextSequence_ = 0;
    HeldKeys keys_;
    std::array<bool, kNumChannels> isSostenuto_ {}; ///< last state of each sostenuto pedal
    std::optional<Voice> lastNote_; ///< at its start or last move: origin of the next glide
};

} // namespace melstrom
