// A sounding note, as far as keys and pedals decide it.
#pragma once

#include "Engine/Dsp/Voice/Envelope.h"
#include "Engine/Dsp/Voice/Lfo.h"
#include "Engine/Realtime/Control/HeardControllers.h"
#include "Engine/Realtime/Control/TimeMoves.h"

#include <array>
#include <cstdint>
#include <limits>

namespace melstrom
{

inline constexpr int kMaxVoices = 256;
/** Places for voices that are faded out to make room: a stolen voice never cuts off. */
inline constexpr int kFadePlaces = 64;
inline constexpr int kVoicePlaces = kMaxVoices + kFadePlaces;
/** A stolen voice fades over so many seconds. */
inline constexpr double kStealFadeSeconds = 0.005;
/** A time that does not come: half of what fits, so that differences fit as well. */
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max () / 2;

enum class VoiceState : std::uint8_t
{
    free,
    held,      ///< its key is down
    sustained, ///< its key is up, a pedal holds it
    released,
    fading ///< stolen, or silenced
};

struct Voice
{
    VoiceState state = VoiceState::free;
    std::uint8_t channel = 0, key = 0;
    /** The key that plays it: in chord mode not `key`, which is heard. */
    std::uint8_t struckKey = 0;
    bool isSostenuto = false; ///< held by the middle pedal
    /** Of one that is released: how far its sustain pedal is down, 0 .. 1, if it has never been all the way up since;
        see EnvelopeShape::pedal. */
    float pedal = 0;
    float velocity = 0;        ///< of the note that began its envelopes
    float releaseVelocity = 0; ///< once its key is up
    float pressure = 0;        ///< of its key
    double pitch = 0;          ///< semitones; of its key, as it was when struck
    /** of the note; in mono and legato, of the first of the notes that it plays */
    std::int64_t startSample = 0;
    std::int64_t releaseSample = kNever; ///< once `released`; one that fades keeps it
    std::int64_t fadeSample = kNever;    ///< once `fading`
    /** Another key took it over, and its envelopes are to begin anew at the next control point; until then it sounds as if
        formerReleaseSample were its release. kNever: no. */
    std::int64_t restartSample = kNever;
    std::int64_t formerReleaseSample = kNever;
    std::uint32_t sequence = 0;   ///< counts notes: the age, and the seed of what chance decides
    double glideFromPitch = 0;    ///< semitones; where the glide began
    std::int64_t glideSample = 0; ///< when; glideFromPitch = the note's own pitch: no glide
    double glideSeconds = 0;      ///< how long it takes, as it was when it began
    // Where they are at the last control point: see advanceRecords in NoteTime.h.
    EnvelopeRecord ampEnvelope, modEnvelope, pitchEnvelope;
    std::array<LfoRecord, kNumLfos> lfos; ///< those in step with notes
    TimeMoves timeMoves;                  ///< as of the records above
    HeardControllers controllers; ///< at the next control point, once the voice is written down
    /** as it was last heard: written by who evaluates its envelope; a note not yet heard is loud */
    float level = 1;
};

/** What its key says of it. */
inline PlayedKey playedKeyOf (const Voice& voice) noexcept
{
    return {voice.channel, voice.key, voice.velocity, voice.pressure};
}

} // namespace melstrom
