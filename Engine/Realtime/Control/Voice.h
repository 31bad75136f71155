// A sounding note: state from keys, pedals, envelopes and LFOs.
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
/** Places for fading voices, so that stealing does not cut a voice off. */
inline constexpr int kFadePlaces = 64;
inline constexpr int kVoicePlaces = kMaxVoices + kFadePlaces;
/** Fade time of a stolen voice. */
inline constexpr double kStealFadeSeconds = 0.005;
/** A sample that never comes: half of the largest value, so that differences fit too. */
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max () / 2;

enum class VoiceState : std::uint8_t
{
    free,
    held,      ///< key down
    sustained, ///< key up, held by a pedal
    released,
    fading ///< stolen, or silenced
};

struct Voice
{
    VoiceState state = VoiceState::free;
    std::uint8_t channel = 0, key = 0;
    /** The struck key; in chord mode it differs from `key`, which sounds. */
    std::uint8_t struckKey = 0;
    bool isSostenuto = false; ///< held by the sostenuto pedal
    /** Of a released voice: position of its sustain pedal, 0 .. 1, until the pedal has been fully
        up; then 0. See EnvelopeShape::pedal. */
    float pedal = 0;
    float velocity = 0;        ///< of the note that started its envelopes
    float releaseVelocity = 0; ///< once its key is up
    float pressure = 0;        ///< of its key
    double pitch = 0;          ///< semitones; of its key at the strike
    /** of the note; in mono and legato of the voice's first note */
    std::int64_t startSample = 0;
    std::int64_t releaseSample = kNever; ///< once `released`; a fading voice keeps it
    std::int64_t fadeSample = kNever;    ///< once `fading`
    /** Sample at which another key took over the voice. Its envelopes restart at the next control
        point; until then formerReleaseSample is its release. kNever: no restart is due. */
    std::int64_t restartSample = kNever;
    std::int64_t formerReleaseSample = kNever;
    std::uint32_t sequence = 0;   ///< number of the note: its age, and its random seed
    double glideFromPitch = 0;    ///< semitones, at the glide's start; the own pitch: no glide
    std::int64_t glideSample = 0; ///< start of the glide
    double glideSeconds = 0;      ///< length of the glide, fixed at its start
    // Records at the last control point: see advanceRecords in NoteTime.h.
    EnvelopeRecord ampEnvelope, modEnvelope, pitchEnvelope;
    std::array<LfoRecord, kNumLfos> lfos; ///< note-synced LFOs
    TimeMoves timeMoves;                  ///< of the records above
    HeardControllers controllers;         ///< at the next control point, once the voice was written
    /** last level, written with each evaluation of the envelope; 1 before the first one */
    float level = 1;
};

/** The voice's key with velocity and pressure. */
inline PlayedKey playedKeyOf (const Voice& voice) noexcept
{
    return {voice.channel, voice.key, voice.velocity, voice.pressure};
}

} // namespace melstrom
