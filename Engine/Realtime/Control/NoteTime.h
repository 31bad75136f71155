// An instant as one voice counts time, and what its envelopes say then.
#pragma once

#include "Engine/Dsp/Voice/Envelope.h"
#include "Engine/Realtime/Control/ControlPoint.h"

#include <optional>

namespace melstrom
{

struct NoteTime
{
    double seconds;                      ///< since its beginning, >= 0
    std::optional<double> releasedAfter; ///< its beginning
    double fade;                         ///< 1; of a stolen voice on its way to 0
};

/** At context.sample. Releases and fades count from the control point at or after them. */
NoteTime noteTimeAt (const ControlContext& context, const Voice& voice) noexcept;

/** With the times that the voice's stages began with. */
EnvelopeValue envelopeOf (VoiceEnvelope envelope, const PatchValues& patch, const Voice& voice,
                          const NoteTime& time) noexcept;

/** The rate of an LFO that does not follow the song. move: of its position, see TimeMoves */
double lfoRateHz (const PatchValues& patch, int lfo, float move = 0) noexcept;
/** From the end of a key to silence, whatever the matrix makes of the release. */
double longestReleaseSeconds (const PatchValues& patch) noexcept;

inline double absoluteSeconds (const ControlContext& context) noexcept
{
    return static_cast<double> (context.sample) / context.sampleRateHz;
}

/** Brings the records of a voice to context.sample. To be called when the voice begins, and twice where the patch changes: with
    what it was, so that what has sounded stays as it was, and then with what it is; at every control point where
    PatchConstants::movesTimes or isUnderHalfPedal. Sources of TimeMoves are those that are played: no envelope and no LFO. */
void advanceRecords (Voice& voice, const ControlContext& context) noexcept;
/** A sustain pedal that moves moves its release. */
inline bool isUnderHalfPedal (const Voice& voice) noexcept
{
    return voice.pedal > 0 || voice.ampEnvelope.pedal > 0;
}
/** Of a voice with a restartSample, at the control point at or after it: envelopes of amplitude and modulation begin anew from their
    present levels, the pitch envelope from its beginning. LFOs go on. */
void restartEnvelopes (Voice& voice, const ControlContext& context) noexcept;
/** Likewise those of the free LFOs, twice where the patch changes. */
void advanceFreeLfos (ControlContext& context) noexcept;

} // namespace melstrom
