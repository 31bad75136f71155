// Time of one voice, and its envelopes and LFOs at that time.
#pragma once

#include "Engine/Dsp/Voice/Envelope.h"
#include "Engine/Realtime/Control/ControlPoint.h"

#include <optional>

namespace melstrom
{

struct NoteTime
{
    double seconds;                      ///< since the start, >= 0
    std::optional<double> releasedAfter; ///< seconds from start to release; empty: not released
    double fade;                         ///< 1; for a stolen voice a ramp to 0
};

/** Time at context.sample. Releases and fades take effect at the control point at or after them. */
NoteTime noteTimeAt (const ControlContext& context, const Voice& voice) noexcept;

/** Value of an envelope, with each stage's time from the start of that stage. */
EnvelopeValue envelopeOf (VoiceEnvelope envelope, const PatchValues& patch, const Voice& voice,
                          const NoteTime& time) noexcept;

/** The rate of an LFO that does not follow the song. move: of its position, see TimeMoves */
double lfoRateHz (const PatchValues& patch, int lfo, float move = 0) noexcept;
/** Upper bound of the time from key up to silence, for any modulation of the release. */
double longestReleaseSeconds (const PatchValues& patch) noexcept;

inline double absoluteSeconds (const ControlContext& context) noexcept
{
    return static_cast<double> (context.sample) / context.sampleRateHz;
}

/** Advances a voice's records to context.sample. Call it when the voice starts. Call it twice for a
    change of the patch: with the former patch, so that the past stays unchanged, and then with the
    new patch. Call it at every control point if PatchConstants::movesTimes or isUnderHalfPedal.
    Sources of TimeMoves are those of playedSources: no envelopes and no LFOs. */
void advanceRecords (Voice& voice, const ControlContext& context) noexcept;
/** Whether a moving sustain pedal changes the voice's release. */
inline bool isUnderHalfPedal (const Voice& voice) noexcept
{
    return voice.pedal > 0 || voice.ampEnvelope.pedal > 0;
}
/** For a voice with a restartSample, at the control point at or after it: restarts the amplitude
    and modulation envelopes from their present levels, and the pitch envelope from its start. LFOs
    continue. */
void restartEnvelopes (Voice& voice, const ControlContext& context) noexcept;
/** Advances the records of free LFOs; call it twice for a change of the patch. */
void advanceFreeLfos (ControlContext& context) noexcept;

} // namespace melstrom
