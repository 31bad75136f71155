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

/** first: ampAttack or modAttack. The matrix does not move envelopes. */
EnvelopeValue envelopeOf (const PatchValues& patch, PatchKey first, const NoteTime& time) noexcept;

} // namespace melstrom
