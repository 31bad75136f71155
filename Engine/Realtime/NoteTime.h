// An instant as one voice counts time, and what its envelopes say then.
#pragma once

#include "Engine/Dsp/Voice/Envelope.h"
#include "Engine/Realtime/ControlPoint.h"

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

/** The matrix does not move envelopes. */
EnvelopeValue ampEnvelopeAt (const PatchValues& patch, const Voice& voice,
                             const NoteTime& time) noexcept;
EnvelopeValue modEnvelopeAt (const PatchValues& patch, const Voice& voice,
                             const NoteTime& time) noexcept;
/** 1 .. 0: the share of its amount. */
double pitchEnvelopeAt (const PatchValues& patch, const Voice& voice,
                        const NoteTime& time) noexcept;

/** The rate of an LFO that does not follow the song. */
double lfoRateHz (const PatchValues& patch, int lfo) noexcept;
inline double absoluteSeconds (const ControlContext& context) noexcept
{
    return static_cast<double> (context.sample) / context.sampleRateHz;
}

/** Brings the records of a voice to context.sample. To be called when the voice begins, and twice where the patch changes: with
    what it was, so that what has sounded stays as it was, and then with what it is. */
void advanceRecords (Voice& voice, const ControlContext& context) noexcept;
/** Likewise those of the free LFOs, twice where the patch changes. */
void advanceFreeLfos (ControlContext& context) noexcept;

} // namespace melstrom
