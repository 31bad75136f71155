// Envelopes as functions of time: nothing is kept between two questions.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <optional>

namespace melstrom
{

/** What a curve leaves at the end of a release goes to zero in a line over so many seconds. */
inline constexpr double kReleaseTailSeconds = 0.010;
/** -100 dB: what has come to rest below this counts as silence. */
inline constexpr double kSilentLevel = 1e-5;

/** Times >= 0 in seconds; 0 leaves a stage out. */
struct EnvelopeShape
{
    double attackSeconds = 0, holdSeconds = 0, decaySeconds = 0;
    double sustain = 1; ///< 0 .. 1
    double releaseSeconds = 0;
    EnvelopeCurve curve = EnvelopeCurve::exponential;
};

struct EnvelopeValue
{
    double level = 0;       ///< 0 .. 1
    bool isOver = false;    ///< stays at zero from here on, unless a key is struck
    bool isSettled = false; ///< stays at its level from here on, until its note is released
};

/** The envelope so many seconds after its note began. releasedAfter: seconds from the note's beginning to its release;
    empty: not released. With x the share of a stage's time and s the sustain:
      attack   1 - exp (-5x), and 1 at its end        decay    s + (1 - s) exp (-3x), x going on beyond 1 towards s
      release  level exp (-5x), level being the envelope's value when it was released; after x = 1 what is left of it goes
               to zero over kReleaseTailSeconds
    Rates of `gentle` are 3 throughout; `linear` has lines, and no tail. A note that has come to rest below
    kSilentLevel, by release or with its sustain at zero, is over. Source of the curves: DESIGN.md, "Voices are functions".
    seconds: below 0 counts as 0.   thread: any   fails: never */
EnvelopeValue envelopeAt (const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept;

/** A decay from 1 towards 0: exp (-3x), of `linear` 1 - x down to 0. Pitch envelopes go so. totalSeconds: x = 1; 0: at 0 at
    once. seconds: >= 0 */
double decayShare (EnvelopeCurve curve, double totalSeconds, double seconds) noexcept;

} // namespace melstrom
