// Which notes sound: keys, pedals, priorities, and who has to go when there are too many.
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
    int maxVoices = 64; ///< 1 .. kMaxVoices: that sound and do not fade; beyond: the nearest
    /** from one pitch to the next, however far unless `glideBy` says otherwise */
    double glideSeconds = 0;
    double sampleRateHz = 48'000;    ///< > 0
    double strumSeconds = 0;         ///< between the notes of a chord, from the lowest on
    GlideBy glideBy = GlideBy::time; ///< rate: glideSeconds are for an octave
    bool operator== (const AllocatorSettings&) const = default;
};

/** Notes to voices. Everything is preallocated; an event costs one step a place and a key that is down. What comes out
    is a function of the events, of the levels and of when voices were finished. Thread: the one that renders.
    Stealing: with maxVoices sounding, a new note takes the place of a released one before a held one before one that a
    pedal sustains; among those the quietest, then the oldest. The stolen voice fades over kStealFadeSeconds in a place
    of its own; with all kFadePlaces taken, the one that has faded longest is cut.
    A key struck again on the same channel releases the note that it held before.
    Half pedal: a note that is released while its sustain pedal is on its way follows the pedal until that has been
    all the way up. It counts as released; its key, struck again, or allNotesOff takes it from the pedal.
    Mono and legato: one voice for all channels, playing of the keys that are down the one that has priority; as keys
    come up it goes to the next. The voice moves there, also from a release; a new one begins where none plays. Mono: each
    key begins the envelopes anew from where they are, with its own velocity. Legato: as long as a key is down they
    go on, and so does the velocity. A key that only a pedal
    holds has no say.
    Chords: one key plays several notes, which all follow that key. They make room together, so that none takes
    another's place; of more than maxVoices the lowest play. A strummed one waits until `startNext`, counts as a voice
    meanwhile, and is dropped where its voice would have been released, silenced or, after all voices, stolen. Of a key
    that only a pedal holds it begins `sustained`. Mono and legato play the struck key alone.
    Glide: begins where the pitch of the last note is at that instant; `legato` glides only while another key is down.
    Its mode and time are the settings', unless the key's channel has its own: ChannelStates::glideModeOf. A chord glides as a whole, as far as its struck key does.
    See docs/synth.md. */
class VoiceAllocator
{
public:
    /** Silence, no key down. firstSequence: of the first note. */
    void reset (std::uint32_t firstSequence = 0) noexcept;
    /** From the next event on; sounding notes stay. */
    void setSettings (const AllocatorSettings& settings) noexcept;

    /** Note events, pressure of keys, all notes or sound off, and controllers 64, 66, 120, 121 and 123 .. 127 after
        `channels` took them (all others may come, too). A master's count for its whole zone. A note-on of velocity 0
        is a note-off. Controllers 123 .. 127 lift the keys of a channel: its pedals go on holding; allNotesOff
        releases all, pedals or not. Channels above 15 and keys above 127 are ignored.
        pitch: of the key, in semitones, for glides; keys that are not mapped are not to be passed.
        chord: what a note-on plays in chord mode, at most kMaxVoices; empty: the key alone. */
    void apply (const SynthEvent& event, const ChannelStates& channels, double pitch,
                std::span<const ChordTone> chord = {}) noexcept;

    /** When the next note that waits begins, which is later than its event. Empty: none waits. Events at the same
        sample come before it. */
    std::optional<std::int64_t> nextStart () const noexcept;
    /** It begins; nothing if none waits. */
    void startNext () noexcept;
    int numWaiting () const noexcept { return waiting_.size (); }

    std::array<Voice, kVoicePlaces>& voices () noexcept { return voices_; }
    const std::array<Voice, kVoicePlaces>& voices () const noexcept { return voices_; }
    /** Places of voices that are not free, from the oldest note to the newest. Valid until the next call. */
    std::span<const std::int16_t> sounding () const noexcept;
    /** Frees a voice that has died away; nothing if it is free. place: 0 .. kVoicePlaces - 1 */
    void finish (int place) noexcept;
    /** A released voice fades as a stolen one does; nothing if it is not released. */
    void endTail (int place, std::int64_t sample) noexcept;
    /** Of voices that sound and do not fade so many go on, those that placeToSteal names last. */
    void keepAtMost (int maxPlaying, std::int64_t sample) noexcept
    {
        makeRoom (maxPlaying, sample);
    }

    /** Becomes the same as `other`, at the cost of the voices that sound and the keys that are down in either. */
    void copyFrom (const VoiceAllocator& other) noexcept;

private:
    Voice& at (int place) noexcept { return voices_[static_cast<std::size_t> (place)]; }
    bool isSolo () const noexcept { return settings_.mode != VoiceMode::poly; }

    /** An event and its channels. */
    struct Moment
    {
        std::int64_t sample = 0;
        const ChannelStates& channels;
    };
    /** Where a glide comes from, and how long it takes. */
    struct Glide
    {
        double fromPitch = 0, seconds = 0;
    };
    void noteOn (const HeldKey& key, std::span<const ChordTone> chord, const Moment& now) noexcept;
    void strikeChord (const HeldKey& key, std::span<const ChordTone> chord, bool overlaps,
                      const Moment& now) noexcept;
    /** Of notes that wait: their key came up; it was struck again; a controller other than those of notes came. */
    void letGoWaiting (int channel, int key, float velocity,
                       const ChannelStates& channels) noexcept;
    void dropWaiting (int channel, int key) noexcept;
    void controlWaiting (const SynthEvent& event, const ChannelStates& channels) noexcept;
    void noteOff (const SynthEvent& event, float velocity, const ChannelStates& channels) noexcept;
    void strikeSolo (const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    /** The key of a held voice came up. */
    void letGo (Voice& voice, const Moment& now) noexcept;
    /** Mono and legato: the key that has priority, unless it sounds already. */
    std::optional<HeldKey> nextOfSolo () noexcept;
    /** pedal: see Voice::pedal */
    static void release (Voice& voice, std::int64_t sample, float pedal = 0) noexcept;
    /** The voice plays another key. overlaps: with one that is down. */
    void moveTo (Voice& voice, const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    /** The same, and its envelopes begin anew; all other voices fade. */
    void restart (Voice& voice, const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    void silenceOthers (const Voice& voice, std::int64_t sample) noexcept;
    /** A new voice; room was made. overlaps: with another key that is down. */
    void start (const HeldKey& key, bool overlaps, const Moment& now) noexcept;
    void begin (const StruckNote& note) noexcept; ///< likewise
    Glide glideTo (const HeldKey& key, bool overlaps, const Moment& now) const noexcept;

    void applyController (const SynthEvent& event, const ChannelStates& channels) noexcept;
    void applyToAll (const SynthEvent& event) noexcept;
    void followPedals (const Moment& now) noexcept;

    void makeRoom (int maxPlaying, std::int64_t sample) noexcept;
    /** Begins to fade; nothing if the voice is free or does already. */
    static void silence (Voice& voice, std::int64_t sample) noexcept;
    /** Cuts the voice that has faded longest; nothing if none fades. */
    void cutOne () noexcept;
    Voice* heldVoice (int channel, int key) noexcept; ///< that the key plays; null: none
    Voice* newestHeldVoice () noexcept;               ///< likewise
    /** Mono and legato: the one that goes on; null: none plays. */
    Voice* soloVoice () noexcept;

    AllocatorSettings settings_;
    std::array<Voice, kVoicePlaces> voices_ {};
    std::array<std::int16_t, kVoicePlaces> order_ {}; ///< the first numSounding_ of them
    int numSounding_ = 0;
    WaitingNotes waiting_;
    std::uint32_t nextSequence_ = 0;
    HeldKeys keys_;
    std::array<bool, kNumChannels> isSostenuto_ {}; ///< the pedal, as it was last seen
    std::optional<Voice> lastNote_; ///< as it began, or moved last: where a glide comes from
};

} // namespace melstrom
